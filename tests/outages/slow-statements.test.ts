/** Many slow statements of one kind run at once: other requests are answered meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openCopiedDatabase } from '../harness/database/shared-server.ts';
import { type LoadedProcess, startForLoad } from './start-for-load.ts';

const account = { email: 'ada@example.com', password: 'correct horse battery 9' };

describe('while ten slow requests run', () => {
  let database: Database;
  let backend: LoadedProcess;

  beforeAll(async () => {
    database = await openCopiedDatabase({ log: () => {}, answerWithinMs: 20_000 });
    backend = await startForLoad('backend', database.url.replace('@/', '@localhost/'));
    // Each row of a list takes a while; the same rows are read at once by everything else.
    await database.sql.script(`
      alter table auth.users force row level security;
      alter table auth.users enable row level security;
      create policy slow_lists on auth.users as restrictive for all
        using (current_query() not like '% offset %' or pg_sleep(1) is not null) with check (true);
      create function public.nap(seconds float) returns text language sql as $$ select 'slept' from pg_sleep(seconds) $$;
      notify pgrst, 'reload schema';`);
    expect((await send('POST', '/auth/v1/signup', account)).status).toBe(200);
  });
  afterAll(async () => {
    await backend?.stop();
    await database?.close();
  });

  async function send(method: string, path: string, body?: unknown, key = backend.publicKey) {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${backend.url}${path}`, { method, headers, ...text });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  }

  async function countNaps(): Promise<number> {
    const [row] = await database.sql<{ naps: number }[]>`
      select count(*)::int as naps from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
    return row?.naps ?? 0;
  }

  /** One of each kind, three at a time. */
  async function sendOthers(): Promise<number[]> {
    const session = await send('POST', '/auth/v1/token?grant_type=password', account);
    const list = { prefix: '' };
    const rounds = [1, 2, 3].flatMap(() => [
      send('POST', '/auth/v1/token?grant_type=password', account),
      send('GET', '/auth/v1/user', undefined, session.body.access_token),
      send('PUT', '/auth/v1/user', { data: { round: 1 } }, session.body.access_token),
      send('POST', '/storage/v1/object/list/load', list, backend.secretKey),
      send('POST', `/storage/v1/object/load/${crypto.randomUUID()}`, list, backend.secretKey),
      send('POST', '/rest/v1/notes', { id: crypto.randomUUID(), text: 'quick' }),
      send('GET', '/rest/v1/notes?select=id', undefined, backend.secretKey),
    ]);
    return [session, ...(await Promise.all(rounds))].map(({ status }) => status);
  }

  const slow = {
    'GET /auth/v1/admin/users': () => send('GET', '/auth/v1/admin/users', undefined, backend.secretKey),
    'POST /rest/v1/rpc as anon': () => send('POST', '/rest/v1/rpc/nap', { seconds: 3 }),
    'POST /rest/v1/rpc as service_role': () =>
      send('POST', '/rest/v1/rpc/nap', { seconds: 3 }, backend.secretKey),
  };
  test.each(Object.entries(slow))('%s: everything else is answered', async (_name, start) => {
    const running = Array.from({ length: 10 }, start);
    await expect.poll(countNaps).toBeGreaterThan(0);
    expect(new Set(await sendOthers())).toEqual(new Set([200, 201]));
    await Promise.all(running);
    await expect.poll(countNaps).toBe(0);
  });

  test('GET /auth/v1/admin/users: all of them are answered in the end', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, slow['GET /auth/v1/admin/users']));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
  });
});
