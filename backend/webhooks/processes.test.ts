import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/harness/auth/test-service.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';
import { startBackend } from '../../tests/harness/start-backend.ts';
import { ok, type Receiver, startReceiver } from '../../tests/harness/webhooks/start-receiver.ts';

describe('processes that share a database', () => {
  let db: TestDatabase;
  let receiver: Receiver;
  const { apply } = useSiteMigrations(() => db);
  const waiting = async () => {
    const [row] = await db.database.sql<
      { n: number }[]
    >`select count(*)::int as n from net.http_request_queue`;
    return row?.n;
  };

  beforeAll(async () => {
    db = await openTestDatabase();
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    receiver.requests.length = 0;
    receiver.answer = ok;
    await apply('create extension if not exists pg_net');
  });
  afterAll(async () => {
    await db.close();
    await receiver.close();
  });

  test('send each request once', async () => {
    const options = { privateHosts: [receiver.host], log: () => {} };
    const other = await openDatabase({
      databaseUrl: db.database.url,
      dataFolder: '',
      migrations: [ownMigrations],
      log: () => {},
      answerWithinMs: 20_000,
    });
    const one = await db.start('', options);
    const two = await db.start('', { ...options, database: other });
    receiver.answer = (response) => void wait(5).then(() => ok(response));
    await db.database.sql`
      select net.http_post(${receiver.url}, jsonb_build_object('n', n)) from generate_series(1, 300) as n`;
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 30_000 });
    const numbers = receiver.requests.map(({ body }) => JSON.parse(body).n as number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    const stored = await db.database.sql`
      select count(*)::int as all, count(distinct id)::int as ids from net._http_response where status_code = 200`;
    expect(stored).toEqual([{ all: 300, ids: 300 }]);
    await one.backend.close();
    await two.backend.close();
    await other.close();
  });

  test('send what a process was sending when it was killed', async () => {
    receiver.answer = () => undefined;
    const running = await startBackend(await findTestPort(), {
      DATABASE_URL: db.database.url,
      PRIVATE_HOSTS: receiver.host,
    });
    const [row] = await db.database.sql<{ id: string }[]>`
      select net.http_post(${`${receiver.url}/held`}, '{"n": 1}', timeout_milliseconds := 60000)::text as id`;
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), { timeout: 20_000 });
    running.process.kill('SIGKILL');
    await running.stop();
    const service = await db.start('', { privateHosts: [receiver.host], log: () => {} });
    expect(await waiting()).toBe(1);
    receiver.answer = ok;
    // As if the time of its claim were over.
    await db.database.sql`update net.http_request_queue set due_at = now()`;
    await db.database.sql`select net.wake()`;
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 20_000 });
    expect(receiver.requests).toMatchObject([
      { path: '/held', body: '{"n": 1}' },
      { path: '/held', body: '{"n": 1}' },
    ]);
    const id = row?.id ?? '';
    expect(
      await db.database.sql`select status_code from net._http_response where id = ${id}::bigint`,
    ).toEqual([{ status_code: 200 }]);
    await service.backend.close();
  });
});
