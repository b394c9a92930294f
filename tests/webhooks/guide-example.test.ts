/** The examples of the guide's page about webhooks work as they are written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../harness/auth/test-service.ts';
import { useSiteMigrations } from '../harness/database/site-migrations.ts';
import { repository } from '../harness/read-tree.ts';
import { type Receiver, startReceiver } from '../harness/webhooks/start-receiver.ts';

const page = readFileSync(join(repository, 'content/posts/1.guide/20.webhooks.md'), 'utf8');
const blocks = [...page.matchAll(/```(?:sql|json).*\n([\s\S]*?)```/g)].map(([, text = '']) => text);
// A busy machine is slow.
const patience = { timeout: 20_000 };
const [migration = '', sent = '', calls = '', results = ''] = blocks;

describe('the guide on webhooks', () => {
  let db: TestDatabase;
  let receiver: Receiver;
  const { apply } = useSiteMigrations(() => db);
  const here = (sql: string) => sql.replaceAll('https://example.com', receiver.url);

  beforeAll(async () => {
    db = await openTestDatabase();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await db.close();
    await receiver.close();
  });

  test('shows what is sent, and where the answers are', async () => {
    expect(blocks).toHaveLength(4);
    await apply(here(migration));
    await db.start('', { privateHosts: [receiver.host] });
    await db.database.sql.script(`insert into public.orders values (1, 'new')`);
    await expect.poll(() => receiver.requests.length, patience).toBe(1);
    await db.database.sql.script(`update public.orders set state = 'paid' where id = 1`);
    await expect.poll(() => receiver.requests.length, patience).toBe(2);
    expect(JSON.parse(receiver.requests[1]?.body ?? '')).toEqual(JSON.parse(sent));
    expect(receiver.requests[1]?.headers.authorization).toBe('Bearer secret');

    await db.database.sql.script(here(calls));
    await expect
      .poll(
        () =>
          receiver.requests
            .slice(2)
            .map(({ method, path }) => `${method} ${path}`)
            .sort(),
        patience,
      )
      .toEqual(['DELETE /cache', 'GET /status?verbose=1', 'POST /build']);
    await expect.poll(async () => (await db.database.sql.script(results)).length, patience).toBe(5);
    expect((await db.database.sql.script(results))[0]).toMatchObject({ status_code: 200, error_msg: null });
  });
});
