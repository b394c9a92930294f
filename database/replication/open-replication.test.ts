import { afterEach, expect, test } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { parseDatabaseUrl } from '../connection-target.ts';
import { ServerError } from '../errors.ts';
import { explainRefusal } from './explain-refusal.ts';
import { openReplication } from './open-replication.ts';
import { type ReplicationOptions, ReplicationRefused, type RowChange } from './replication.ts';

describeOnEveryServer('a replication stream', (server) => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const stream of opened.splice(0)) await stream.close();
  });

  async function prepare(table: string): Promise<void> {
    await server().database.sql.script(`
      create table public.${table} (id int primary key, text text);
      alter publication supabase_realtime add table public.${table};
    `);
  }

  /** Collects what arrives. */
  async function open(options: Partial<ReplicationOptions> = {}) {
    const seen: RowChange[] = [];
    const lost: unknown[] = [];
    const stream = await server().database.openReplication({
      publications: ['supabase_realtime'],
      onTransaction: (changes) => {
        seen.push(...changes);
      },
      onLost: (error) => lost.push(error),
      ...options,
    });
    opened.push(stream);
    return { stream, seen, lost };
  }

  const countSlots = async () => {
    const [row] = await server().database.sql<{ count: number }[]>`
      select count(*)::int as count from pg_replication_slots where database = current_database()
    `;
    return row?.count;
  };

  test('has the changes of published tables with the time of their commit, and leaves no slot', async () => {
    await prepare('rows');
    const { sql } = server().database;
    await sql.script('create table public.unpublished (id int primary key)');
    const times: string[] = [];
    const seen: RowChange[] = [];
    const { stream } = await open({
      onTransaction(changes, { timestamp }) {
        times.push(timestamp);
        seen.push(...changes);
      },
    });
    expect(await countSlots()).toBe(1);
    const before = Date.now();
    await sql.script("insert into public.rows values (1, 'one'), (2, null)");
    await sql.script('insert into public.unpublished values (1)');
    await sql.script("update public.rows set text = 'zwei' where id = 2");
    await sql.script('update public.rows set id = 3 where id = 2');
    await sql.script('delete from public.rows where id = 1');
    await sql.script('truncate public.rows');
    await expect.poll(() => seen.length).toBe(6);
    expect(seen.map(({ type, record, old }) => [type, record, old])).toEqual([
      ['INSERT', ['1', 'one'], undefined],
      ['INSERT', ['2', null], undefined],
      ['UPDATE', ['2', 'zwei'], undefined],
      ['UPDATE', ['3', 'zwei'], ['2', null]],
      ['DELETE', undefined, ['1', null]],
      ['TRUNCATE', undefined, undefined],
    ]);
    expect(seen[0]?.relation).toMatchObject({
      schema: 'public',
      table: 'rows',
      replicaIdentity: 'd',
      columns: [
        { name: 'id', typeId: 23, isKey: true },
        { name: 'text', typeId: 25, isKey: false },
      ],
    });
    expect(times).toHaveLength(5);
    expect(times[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(times[0] ?? '')).toBeGreaterThanOrEqual(before - 1);
    await stream.close();
    expect(await countSlots()).toBe(0);
  });

  test('reports progress soon, which wakes a server that has missed a commit', async () => {
    await prepare('progress');
    const { sql } = server().database;
    const { seen } = await open();
    await sql.script('insert into public.progress values (1)');
    const [now] = await sql<{ position: string }[]>`select pg_current_wal_insert_lsn()::text as position`;
    await expect.poll(() => seen.length).toBe(1);
    const isConfirmed = async () => {
      const [row] = await sql<{ confirmed: boolean }[]>`
        select confirmed_flush_lsn >= ${now?.position ?? ''}::pg_lsn as confirmed
        from pg_replication_slots where database = current_database()
      `;
      return row?.confirmed;
    };
    // Long before the status that keeps the connection, ten seconds after the start.
    await expect.poll(isConfirmed, { timeout: 5000 }).toBe(true);
  });

  test('waits for a slow consumer, and delivers a large transaction in parts', async () => {
    await prepare('many');
    const parts: number[] = [];
    const gate = Promise.withResolvers<void>();
    await open({
      onTransaction(changes) {
        parts.push(changes.length);
        return gate.promise;
      },
    });
    await server().database.sql.script(
      `insert into public.many select n, repeat('x', 500) from generate_series(1, 20000) n`,
    );
    await expect.poll(() => parts.length).toBe(1);
    // The next status and a second transaction change nothing while the first part is pending.
    await server().database.sql.script("insert into public.many values (0, 'last')");
    expect(parts).toHaveLength(1);
    gate.resolve();
    await expect.poll(() => parts.reduce((sum, part) => sum + part, 0)).toBe(20_001);
    expect(Math.max(...parts)).toBe(1000);
  });

  test('reports once that it is lost', async () => {
    const { lost, stream } = await open();
    await server().database.sql.script(
      'select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()',
    );
    await expect.poll(() => lost.length).toBe(1);
    await stream.close();
    expect(lost).toHaveLength(1);
    await expect.poll(countSlots).toBe(0);
  });

  test('ends when the consumer fails', async () => {
    await prepare('failing');
    const { lost } = await open({ onTransaction: () => Promise.reject(new Error('consumer failed')) });
    await server().database.sql.script("insert into public.failing values (1, 'x')");
    await expect.poll(() => lost).toEqual([new Error('consumer failed')]);
    await expect.poll(countSlots).toBe(0);
  });

  test('is refused with what is missing', async () => {
    await expect(open({ publications: ['supabase_realtime', 'no such "one"'] })).rejects.toThrow(
      new ReplicationRefused(
        'The publication no such "one" is missing. Run: create publication "no such ""one""";',
      ),
    );
    await server().database.sql.script("create role rt_plain login password 'plain'");
    const target = { ...parseDatabaseUrl(server().database.url), user: 'rt_plain', password: 'plain' };
    const options = { publications: ['supabase_realtime'], onTransaction() {}, onLost() {} };
    await expect(openReplication(target, options)).rejects.toThrow(/Run: alter role "rt_plain" replication;/);
    await server().database.sql.script('drop role rt_plain');
    expect(await countSlots()).toBe(0);
  });
});

test.each([
  ['55000', 'logical decoding requires wal_level >= logical', 'alter system set wal_level = logical'],
  ['55000', '"wal_level" must be "logical"', 'alter system set wal_level = logical'],
  ['53300', 'number of requested standby connections exceeds max_wal_senders (6)', 'Raise max_wal_senders'],
  ['53400', 'all replication slots are in use', 'Raise max_replication_slots'],
])('%s %s is explained', (code, message, advice) => {
  const explained = explainRefusal(new ServerError(message, { code }), 'postgres');
  expect(explained).toBeInstanceOf(ReplicationRefused);
  expect(String(explained)).toContain(advice);
});
