import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LogEntry } from '../../database/log.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../tests/harness/auth/test-service.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { ok, type Receiver, startReceiver } from '../../tests/harness/webhooks/start-receiver.ts';

// A busy machine is slow, and these tests check what happens, not when.
const patience = { timeout: 20_000 };

describe('webhooks', () => {
  let db: TestDatabase;
  let receiver: Receiver;
  const log: LogEntry[] = [];
  const sql = () => db.database.sql;
  const { apply } = useSiteMigrations(() => db);

  beforeAll(async () => {
    db = await openTestDatabase();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await db.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.answer = ok;
    log.length = 0;
  });
  // A test that failed must not send to the next one.
  afterEach(() => sql()`delete from net.http_request_queue`);

  const start = () =>
    db.start('', {
      privateHosts: [receiver.host],
      ownHosts: ['kong:8000'],
      webhookTimes: { pausesMs: [20, 20, 20], graceMs: 60_000 },
      log: (entry) => log.push(entry),
    });

  /** The result of a request that has left the queue. */
  async function resultOf(id: string) {
    await vi.waitFor(
      async () =>
        expect(await sql()`select from net.http_request_queue where id = ${id}::bigint`).toHaveLength(0),
      patience,
    );
    const rows = await sql()`
    select status_code, content_type, headers, content, timed_out, error_msg from net._http_response where id = ${id}::bigint`;
    expect(rows).toHaveLength(1);
    return rows[0];
  }

  async function post(url: string, more: { body?: unknown; ms?: number; headers?: object } = {}) {
    const headers = JSON.stringify(more.headers ?? {});
    const [row] = await sql()<{ id: string }[]>`
    select net.http_post(${url}, ${JSON.stringify(more.body ?? {})}::jsonb, '{}', ${headers}::jsonb, ${more.ms ?? 5000})::text as id`;
    return row?.id ?? '';
  }

  test('a database that gets pg_net while the backend runs sends from then on', async () => {
    const { backend } = await start();
    await backend.followMigrations();
    const listeners = await sql()`
      select from pg_stat_activity where datname = current_database() and query ilike 'listen %porchlight_requests%'`;
    expect(listeners).toHaveLength(0);
    const logged = await apply('create extension if not exists pg_net with schema extensions');
    expect(logged[0]).toMatchObject({
      level: 'info',
      message: expect.stringContaining(
        'A stand-in takes its place: processes of the site send the requests.',
      ),
    });
    await backend.followMigrations();
    await backend.followMigrations();
    expect(await resultOf(await post(receiver.url))).toMatchObject({ status_code: 200 });
    expect(receiver.requests).toHaveLength(1);
    await backend.close();
  });

  describe('a request', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await start();
    });
    afterAll(() => service.backend.close());

    test('is sent when its transaction is committed, and not before', async () => {
      let id = '';
      await db.database.transaction(async (inside) => {
        const [row] = await inside<{ id: string }[]>`
        select net.http_post(${`${receiver.url}/orders?a=1`}, '{"name": "Zoë"}', '{"b": "2 &"}', '{"X-Key": "k"}')::text as id`;
        id = row?.id ?? '';
        // Another one that is committed is sent meanwhile.
        await resultOf(await post(`${receiver.url}/other`));
        expect(receiver.requests.map(({ path }) => path)).toEqual(['/other']);
      });
      receiver.answer = (response) =>
        response.writeHead(201, { 'content-type': 'text/plain', 'x-answer': 'yes' }).end('dõne');
      expect(await resultOf(id)).toEqual({
        status_code: 201,
        content_type: 'text/plain',
        headers: expect.objectContaining({ 'x-answer': 'yes', 'content-type': 'text/plain' }),
        content: 'dõne',
        timed_out: false,
        error_msg: null,
      });
      expect(receiver.requests[1]).toMatchObject({
        method: 'POST',
        path: '/orders?a=1&b=2%20%26',
        headers: { 'x-key': 'k', 'content-type': 'application/json', accept: '*/*' },
        body: '{"name": "Zoë"}',
      });
    });

    test('of a transaction that is rolled back is not sent', async () => {
      const rolledBack = db.database.transaction(async (inside) => {
        await inside`select net.http_get(${`${receiver.url}/lost`})`;
        throw new Error('back');
      });
      await expect(rolledBack).rejects.toThrow('back');
      await resultOf(await post(receiver.url));
      expect(receiver.requests.map(({ path }) => path)).toEqual(['/']);
    });

    test('may be a GET or a DELETE, of every role, and service_role reads the result', async () => {
      const [{ id = '' } = {}] = await db.database.asRole(
        'anon',
        {},
        (inside) => inside<{ id: string }[]>`select net.http_get(${receiver.url}, '{"q": "1"}')::text as id`,
      );
      const [{ other = '' } = {}] = await sql()<{ other: string }[]>`
      select net.http_delete(${receiver.url}, body := '{"all": true}')::text as other`;
      await resultOf(id);
      await resultOf(other);
      const sent = receiver.requests.map(({ method, path, body }) => ({ method, path, body }));
      expect(sent).toContainEqual({ method: 'GET', path: '/?q=1', body: '' });
      expect(sent).toContainEqual({ method: 'DELETE', path: '/', body: '{"all": true}' });
      const collected = await db.database.asRole(
        'service_role',
        {},
        (inside) =>
          inside`select status::text, (response).status_code as code
        from net.http_collect_response(${id}::bigint, async := false)`,
      );
      expect(collected).toEqual([{ status: 'SUCCESS', code: 200 }]);
      const spied = db.database.asRole(
        'authenticated',
        {},
        (inside) => inside`select from net._http_response`,
      );
      await expect(spied).rejects.toThrow('permission denied');
    });

    test('of a trigger has the row before and after, also when a visitor has changed it', async () => {
      await apply(`
      create table public.orders (id int primary key, state text);
      grant all on public.orders to authenticated;
      create trigger "order-hook" after insert or update or delete on public.orders for each row
        execute function supabase_functions.http_request(
          '${receiver.url}/functions', 'POST', '{"Content-Type":"application/json","Authorization":"Bearer s"}', '{}', '1000');`);
      const changes = [
        `insert into public.orders values (1, 'new')`,
        `update public.orders set state = 'paid'`,
        'delete from public.orders',
      ];
      for (const change of changes) {
        await db.database.asRole('authenticated', {}, (inside) => inside.script(change));
        const [row] = await sql()<
          { id: string }[]
        >`select max(request_id)::text as id from supabase_functions.hooks`;
        expect(await resultOf(row?.id ?? '')).toMatchObject({ status_code: 200 });
      }
      const of = (type: string, record: unknown, old_record: unknown) => ({
        type,
        table: 'orders',
        schema: 'public',
        record,
        old_record,
      });
      expect(receiver.requests.map(({ body }) => JSON.parse(body))).toEqual([
        of('INSERT', { id: 1, state: 'new' }, null),
        of('UPDATE', { id: 1, state: 'paid' }, { id: 1, state: 'new' }),
        of('DELETE', null, { id: 1, state: 'paid' }),
      ]);
      expect(receiver.requests[0]?.headers).toMatchObject({ authorization: 'Bearer s' });
    });

    test.each([
      ['an address in the private network', 'https://10.0.0.1/', /10\.0\.0\.1 is not asked: .*PRIVATE_HOSTS/],
      ['another port of this machine', 'http://127.0.0.1:9/', /only HTTPS is allowed.*PRIVATE_HOSTS/],
      [
        'the metadata of a cloud',
        'https://169.254.169.254/latest',
        /not on the open internet.*PRIVATE_HOSTS/,
      ],
      ['no address at all', 'nowhere', /not a URL/],
      ['a file', 'file:///etc/passwd', /only HTTPS is allowed/],
    ])('to %s is refused at once, with the reason', async (_name, url, reason) => {
      expect(await resultOf(await post(url))).toEqual({
        status_code: null,
        content_type: null,
        headers: null,
        content: null,
        timed_out: false,
        error_msg: expect.stringMatching(reason),
      });
    });

    test('with a header that cannot be sent is refused', async () => {
      const result = await resultOf(await post(receiver.url, { headers: { 'X-A': 'a\nInjected: b' } }));
      expect(result).toMatchObject({
        status_code: null,
        error_msg: expect.stringContaining('Invalid character'),
      });
      expect(receiver.requests).toHaveLength(0);
    });

    test('is not sent on where its answer leads to', async () => {
      receiver.answer = (response) => response.writeHead(302, { location: `${receiver.url}/next` }).end();
      const result = await resultOf(await post(receiver.url));
      expect(result).toMatchObject({ status_code: null, error_msg: expect.stringContaining('redirect') });
      expect(receiver.requests).toHaveLength(1);
    });

    test('with a body of more than 10 MB is not sent, and an answer of more than 1 MB is not stored', async () => {
      const tooLarge = await post(receiver.url, { body: 'x'.repeat(10 * 1024 * 1024) });
      expect(await resultOf(tooLarge)).toMatchObject({ error_msg: expect.stringContaining('larger than') });
      expect(receiver.requests).toHaveLength(0);
      const large = 'x'.repeat(3 * 1024 * 1024);
      receiver.answer = (response) => response.writeHead(200).end(large);
      expect(await resultOf(await post(receiver.url, { body: large }))).toMatchObject({
        content: null,
        error_msg: expect.stringContaining('more than 1048576 bytes'),
      });
      expect(receiver.requests.map(({ body }) => body.length)).toEqual([large.length + 2]);
    });

    test('is stored without the character that Postgres has no place for', async () => {
      receiver.answer = (response) => response.writeHead(200).end('a\0b');
      expect(await resultOf(await post(receiver.url))).toMatchObject({ content: 'ab' });
    });

    test('is sent although the connection that hears of it was lost', async () => {
      const [gone] = await sql()<{ count: number }[]>`
        select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`;
      expect(gone?.count).toBeGreaterThan(0);
      expect(await resultOf(await post(receiver.url))).toMatchObject({ status_code: 200 });
    });

    test('whose response makes a trigger of the project fail is not sent again', async () => {
      await apply(`
      create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger fail before insert on net._http_response for each row execute function public.fail();`);
      const id = await post(receiver.url);
      await vi.waitFor(
        async () =>
          expect(await sql()`select from net.http_request_queue where id = ${id}::bigint`).toHaveLength(0),
        patience,
      );
      await apply('drop function public.fail cascade');
      expect(receiver.requests).toHaveLength(1);
      expect(log).toContainEqual(
        expect.objectContaining({ message: 'A response to a webhook could not be stored.' }),
      );
    });

    test('to this very backend is answered without a socket', async () => {
      const health = await post('http://kong:8000/auth/v1/settings?x=1');
      expect(await resultOf(health)).toMatchObject({ status_code: 405 });
      await apply(`
      create function public.add(a int, b int) returns int language sql as $$ select a + b $$;
      notify pgrst, 'reload schema';`);
      const call = await post('http://localhost:3000/rest/v1/rpc/add', {
        body: { a: 1, b: 2 },
        headers: { apikey: db.secrets.anonKey },
      });
      expect(await resultOf(call)).toMatchObject({ status_code: 200, content: '3', error_msg: null });
    });
  });

  describe('a request that fails', () => {
    test('in time is sent again, a limited number of times, and the last result is kept', async () => {
      const { backend } = await start();
      receiver.answer = () => undefined;
      // Long enough for a request to arrive on a busy machine.
      const id = await post(receiver.url, { ms: 500 });
      expect(await resultOf(id)).toMatchObject({
        status_code: null,
        timed_out: true,
        error_msg: 'Timeout of 500 ms reached.',
      });
      expect(receiver.requests).toHaveLength(4);
      expect(log.filter(({ level }) => level === 'warn')).toEqual([
        expect.objectContaining({ message: `Webhooks to ${receiver.url} fail.` }),
      ]);
      await backend.close();
    });

    test.each([500, 503, 429])('with status %i is sent again until it succeeds', async (status) => {
      const { backend } = await start();
      receiver.answer = (response) => {
        const isLast = receiver.requests.length === 3;
        response.writeHead(isLast ? 200 : status).end(isLast ? 'at last' : 'not now');
      };
      expect(await resultOf(await post(receiver.url))).toMatchObject({
        status_code: 200,
        content: 'at last',
      });
      expect(receiver.requests).toHaveLength(3);
      expect(log.at(-1)?.message).toBe(`${receiver.url} answers webhooks again.`);
      await backend.close();
    });

    test.each([400, 404, 410])('with status %i is not sent again', async (status) => {
      const { backend } = await start();
      receiver.answer = (response) => response.writeHead(status).end();
      expect(await resultOf(await post(receiver.url))).toMatchObject({ status_code: status });
      expect(receiver.requests).toHaveLength(1);
      await backend.close();
    });

    test('because the host is down arrives when it is up', async () => {
      const { port, host } = await startReceiver().then(async (gone) => {
        await gone.close();
        return gone;
      });
      const { backend } = await db.start('', {
        privateHosts: [host],
        webhookTimes: { pausesMs: [20, 100_000], graceMs: 60_000 },
        log: () => {},
      });
      const id = await post(`http://${host}/late`, { body: { n: 1 } });
      await vi.waitFor(async () => {
        const [row] = await sql()`select attempts from net.http_request_queue where id = ${id}::bigint`;
        expect(row).toEqual({ attempts: 2 });
      }, patience);
      const seen = await sql()`select error_msg, timed_out from net._http_response where id = ${id}::bigint`;
      expect(seen).toEqual([{ error_msg: expect.stringContaining('ECONNREFUSED'), timed_out: false }]);
      const back = await startReceiver(port);
      // As if the pause were over.
      await sql()`update net.http_request_queue set due_at = now() where id = ${id}::bigint`;
      await sql()`select net.wake()`;
      expect(await resultOf(id)).toMatchObject({ status_code: 200, error_msg: null });
      expect(back.requests).toMatchObject([{ path: '/late', body: '{"n": 1}' }]);
      await backend.close();
      await back.close();
    });

    test('to be sent for a day is given up', async () => {
      const id = await post(receiver.url);
      await sql()`update net.http_request_queue set created = now() - interval '25 hours' where id = ${id}::bigint`;
      const { backend } = await start();
      expect(await resultOf(id)).toMatchObject({ error_msg: 'The request was not sent within 24 hours.' });
      expect(receiver.requests).toHaveLength(0);
      await backend.close();
    });
  });

  test('a request that is being sent when the process closes is waited for', async () => {
    const { backend } = await start();
    let finish = () => {};
    receiver.answer = (response) => {
      finish = () => ok(response);
    };
    const id = await post(receiver.url);
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), patience);
    const closed = backend.close();
    finish();
    await closed;
    expect(await sql()`select status_code from net._http_response where id = ${id}::bigint`).toEqual([
      { status_code: 200 },
    ]);
  });

  test('an extension that is dropped and created again sends again', async () => {
    const { backend } = await start();
    await backend.followMigrations();
    await apply('drop extension pg_net cascade');
    await db.database.notify('porchlight_requests', '');
    await apply('create extension pg_net');
    expect(await resultOf(await post(receiver.url))).toMatchObject({ status_code: 200 });
    expect(log.filter(({ level }) => level !== 'info')).toEqual([]);
    await backend.close();
  });

  test('responses are kept for six hours', async () => {
    await sql()`insert into net._http_response (id, created) values (-1, now() - interval '7 hours'), (-2, now() - interval '5 hours')`;
    const { backend } = await start();
    await vi.waitFor(
      async () =>
        expect(await sql()`select id::int from net._http_response where id < 0`).toEqual([{ id: -2 }]),
      patience,
    );
    await backend.close();
  });
});
