import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';

const admin = startAdmin();
const run = (sql: string, more: object = {}) =>
  admin().call('/sql/run', { method: 'POST', body: { sql, ...more } });
const change = (sql: string) => run(sql, { allowChanges: true });

beforeAll(async () => {
  await admin().database.sql.script(`
    create table public.kept (id int primary key, word text);
    alter table public.kept enable row level security;
    insert into public.kept values (1, 'one'), (2, null), (3, '');
    create sequence public.kept_numbers;
    create function public.change_kept() returns int language sql security definer as 'update public.kept set word = ''changed'' returning 1'`);
});

/** Everything that an escape could have changed. */
async function fingerprint(): Promise<unknown> {
  const [row] = await admin().database.sql`
    select (select json_agg(k order by id) from public.kept k) as rows, (select last_value from public.kept_numbers) as number,
      (select count(*)::int from pg_class) as relations, (select count(*)::int from pg_proc) as functions,
      (select json_agg(rolname || rolsuper order by 1) from pg_roles where rolname !~ '^pg_') as roles,
      (select count(*)::int from pg_largeobject_metadata) as objects,
      (select count(*)::int from pg_db_role_setting) as settings`;
  return row;
}

describe('rows', () => {
  test('are cells in their order, null is not empty, and two columns may have one name', async () => {
    const { status, body } = await run(
      `select id, word, id + 1 as id, true as yes, array[1, 2] as list from kept order by 1;`,
    );
    expect([status, body]).toEqual([
      200,
      {
        columns: ['id', 'word', 'id', 'yes', 'list'],
        rows: [
          ['1', 'one', '2', 'true', '[1,2]'],
          ['2', null, '3', 'true', '[1,2]'],
          ['3', '', '4', 'true', '[1,2]'],
        ],
        more: false,
        cut: false,
        ms: expect.any(Number),
      },
    ]);
  });

  test.each([
    ['select id, word, id from kept where false', ['id', 'word', 'id'], []],
    ['select', [], [[]]],
    ['values (1, null)', ['column1', 'column2'], [['1', null]]],
    ['table kept limit 0', ['id', 'word'], []],
    ['show transaction_read_only', ['transaction_read_only'], [['on']]],
    ["with a as (select 'ä🙂' as a) select a from a -- the end", ['a'], [['ä🙂']]],
    ['select 1 as a; select 2 as b;', ['b'], [['2']]],
  ])('%s', async (sql, columns, rows) => {
    const { body } = await run(sql);
    expect([body.columns, body.rows]).toEqual([columns, rows]);
  });

  test('are the first 1,000, and it says when there are more', async () => {
    const exact = (await run('select i from generate_series(1, 1000) i')).body;
    expect([exact.rows.length, exact.more]).toEqual([1000, false]);
    const more = (await run('select i from generate_series(1, 1001) i')).body;
    expect([more.rows.length, more.more, more.rows.at(-1)]).toEqual([1000, true, ['1000']]);
    const large = (await run(`select repeat('x', 20000) from generate_series(1, 1000)`)).body;
    expect([large.rows.length < 1000, large.more, large.cut]).toEqual([true, true, false]);
    const long = (await run(`select repeat('x', 20001)`)).body;
    expect([long.cut, long.rows[0][0].length]).toEqual([true, 20_001]);
  });

  test('are those that row security hides from visitors too', async () => {
    expect((await run('select count(*) from auth.users')).body.rows).not.toEqual([['0']]);
  });
});

describe('without the switch nothing is changed by', () => {
  const program = () => join(admin().dataFolder, 'escaped');
  test.each<[string, ((path: string) => string)?]>([
    ['delete from kept'],
    [`update kept set word = 'x' returning *`],
    [`insert into kept values (9)`],
    ['with gone as (delete from kept returning *) select * from gone'],
    ['truncate kept'],
    ['drop table kept'],
    ['create table escaped (id int)'],
    ['select change_kept()'],
    [`select nextval('kept_numbers')`],
    [`select setval('kept_numbers', 9)`],
    ['set transaction read write; delete from kept'],
    ['set local transaction_read_only = off; delete from kept'],
    [`select set_config('transaction_read_only', 'off', false); delete from kept`],
    [`select set_config('transaction_read_only', 'off', true) from kept`],
    ['reset transaction_read_only; delete from kept'],
    ['reset all; delete from kept'],
    ['set session characteristics as transaction read write; delete from kept'],
    ['commit; delete from kept'],
    ['rollback; begin; delete from kept'],
    ['do $$ begin commit; delete from public.kept; end $$'],
    [
      `do $$ begin perform set_config('transaction_read_only', 'off', true); delete from public.kept; exception when others then raise; end $$`,
    ],
    ['savepoint a; delete from kept'],
    ['set role postgres; delete from kept'],
    ['set session authorization postgres; delete from kept'],
    [`select * from dblink('dbname=postgres', 'delete from kept') as t(a int)`],
    ['explain analyze delete from kept'],
    ['prepare escape as delete from kept; execute escape'],
    [`select public.admin_run_sql(array['delete from public.kept'], true)`],
    ['select * from kept for update'],
    ['lock table kept in access exclusive mode'],
    [`select lo_create(0)`],
    ['create role escaped superuser'],
    ['alter role supabase_read_only_user superuser'],
    [`alter system set work_mem = '1GB'`],
    ['copy to program', (path) => `copy (select 1) to program 'touch ${path}'`],
    ['copy to file', (path) => `copy (select 1) to '${path}'`],
    ['lo_export', (path) => `select lo_export(0, '${path}')`],
    ['pg_read_file', () => `select pg_read_file('postgresql.conf')`],
    ['create function', () => `create function pg_temp.f() returns int language c as 'a', 'b'`],
  ])('%s', async (given, toSql) => {
    const before = await fingerprint();
    const { status, body } = await run(toSql ? toSql(program()) : given);
    expect(await fingerprint()).toEqual(before);
    await expect(stat(program())).rejects.toMatchObject({ code: 'ENOENT' });
    expect([status, body.code]).toEqual([422, 'sql-failed']);
  });

  test.each([
    'deallocate all',
    'listen escape',
    'discard plans',
    `set statement_timeout = 1; set search_path = nowhere; set default_transaction_read_only = on`,
    'create temporary table kept (id int)',
    `select pg_notify('pgrst', 'reload schema')`,
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`,
  ])('and the requests after it are answered as before: %s', async (sql) => {
    const before = await fingerprint();
    await run(sql);
    for (let i = 0; i < 12; i += 1)
      expect((await change('update kept set id = id where id = 1')).body).toMatchObject({ changed: 1 });
    expect(await fingerprint()).toEqual(before);
  });
});

describe('with the switch', () => {
  test('rows are changed and counted, and returned where asked for', async () => {
    expect((await change(`insert into kept values (10, 'ten'), (11, 'eleven')`)).body).toEqual({
      changed: 2,
      ms: expect.any(Number),
    });
    expect((await change('delete from kept where id > 9 returning id')).body.rows).toEqual([['10'], ['11']]);
    expect((await change('create table made (id int)')).body.changed).toBe(0);
    expect((await run('select * from made')).body.columns).toEqual(['id']);
  });

  test('several statements are one transaction', async () => {
    const { status, body } = await change(`insert into kept values (20); select 1 / 0`);
    expect([status, body.message, body.sqlstate]).toEqual([422, 'division by zero', '22012']);
    expect((await run('select * from kept where id = 20')).body.rows).toEqual([]);
  });

  test('is off again for the next statement', async () => {
    expect((await change('update kept set id = id where id = 1')).status).toBe(200);
    expect((await run('update kept set id = id where id = 1')).body.hint).toContain('Allow changes');
  });
});

describe('for the next caller on the connection nothing is left of', () => {
  const left = async () => {
    // Other files have databases on the same server.
    const { body } = await change(`select
      (select count(*) from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())),
      (select count(*) from pg_cursors where is_holdable), (select count(*) from pg_prepared_statements where from_sql),
      (select count(*) from pg_listening_channels())`);
    return body.rows;
  };
  test.each([
    'select pg_advisory_lock(77)',
    'select pg_advisory_lock(78); select 1 / 0',
    'declare "held one" cursor with hold for select 1; select 1',
    'prepare "an answer" as select 1',
    'listen news',
  ])('%s', async (sql) => {
    for (const allowChanges of [false, true]) await run(sql, { allowChanges });
    expect(await left()).toEqual([['0', '0', '0', '0']]);
  });
});

describe('an error', () => {
  test.each([
    ['selec 1', '42601', 'syntax error at or near "selec"', undefined],
    ['select nonsense', '42703', 'column "nonsense" does not exist', undefined],
    ['vacuum', '25001', expect.stringContaining('VACUUM'), expect.stringContaining('psql')],
    ['create index concurrently on kept (id)', '25001', expect.any(String), expect.stringContaining('psql')],
    ['copy kept to stdout', '0A000', expect.any(String), expect.stringContaining('psql')],
  ])('%s', async (sql, sqlstate, message, hint) => {
    const { status, body } = await change(sql);
    expect([status, body]).toEqual([422, { code: 'sql-failed', sqlstate, message, ...(hint && { hint }) }]);
  });

  test('ends a statement after 8 seconds, and it is in the log', async () => {
    const { status, body } = await run('set statement_timeout = 0; select pg_sleep(60)');
    expect([status, body.sqlstate]).toEqual([422, '57014']);
    expect((await admin().log()).at(-1)).toBe('sql.run set statement_timeout = 0; select pg_sleep(60)');
    const [row] = await admin().database.sql<{ count: number }[]>`
      select count(*)::int from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active' and pid <> pg_backend_pid()`;
    expect(row).toEqual({ count: 0 });
  });

  test.each([
    [{ sql: '' }],
    [{ sql: ' -- nothing\n;' }],
    [{ sql: 'select 1\0' }],
    [{ sql: 1 }],
    [{ sql: 'select 1', kind: 'drop' }],
    [{ sql: 'x'.repeat(100_001) }],
  ])('%#: what is no statement is refused', async (body) => {
    expect((await admin().call('/sql/run', { method: 'POST', body })).status).toBe(400);
  });
});

describe('explain', () => {
  test('shows the plan, and runs it only to measure', async () => {
    const plan = (await run('select * from kept', { kind: 'explain' })).body;
    expect([plan.columns, plan.rows[0][0]]).toEqual([['QUERY PLAN'], expect.stringContaining('kept')]);
    expect(JSON.stringify(plan)).not.toContain('actual');
    const measured = (await run('select * from kept', { kind: 'measure' })).body;
    expect(measured.rows[0][0]).toContain('actual');
    expect((await run('delete from kept', { kind: 'explain', allowChanges: true })).status).toBe(200);
    const { status, body } = await run('delete from kept', { kind: 'measure' });
    expect([status, body.sqlstate]).toEqual([422, '25006']);
  });
});

describe('the log', () => {
  test('has the statement before it is run, and whether it may change something', async () => {
    await run('select nonsense from nowhere');
    const text = `select '${'🙂'.repeat(600)}'`;
    expect((await change(text)).status).toBe(200);
    const rows = await admin().database.sql<{ target: string; details: Record<string, unknown> }[]>`
      select target, details from site.admin_log order by id desc limit 2`;
    expect(rows[1]).toEqual({
      target: 'select nonsense from nowhere',
      details: { sql: 'select nonsense from nowhere', changes: false },
    });
    expect(rows[0]?.details).toEqual({ sql: [...text].slice(0, 500).join(''), changes: true });
  });

  test('is needed: a caller who goes past the admin area runs nothing else', async () => {
    const { service, owner, secrets } = admin();
    const ask = async (statements: string[], allow_changes: boolean) => {
      const response = await service.backend.fetch(
        new Request('http://backend.test/rest/v1/rpc/admin_run_sql', {
          method: 'POST',
          headers: {
            apikey: secrets.anonKey,
            authorization: `Bearer ${owner.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ statements, allow_changes }),
        }),
      );
      return [response.status, (await response.json()).hint];
    };
    expect(await ask(['select 12345'], false)).toEqual([403, 'not_noted']);
    await run('select 12345');
    expect(await ask(['select 12345'], false)).toEqual([200, undefined]);
    expect(await ask(['select 12345'], true)).toEqual([403, 'not_noted']);
  });
});

describe('snippets', () => {
  const post = (path: string, body: object) => admin().call(`/sql/snippets${path}`, { method: 'POST', body });
  const list = async () => (await admin().call('/sql')).body;

  test('are saved, replaced and deleted, and that is in the log', async () => {
    expect(await list()).toEqual({ snippets: [], canMigrate: true });
    await post('', { name: ' Rows ', sql: 'select 1' });
    await post('', { name: 'Rows', sql: 'select 2' });
    expect((await list()).snippets).toEqual([
      { name: 'Rows', sql: 'select 2', saved_by: admin().owner.email, updated_at: expect.any(String) },
    ]);
    await post('/delete', { name: 'Rows' });
    expect((await list()).snippets).toEqual([]);
    expect((await admin().log()).slice(-3)).toEqual([
      'sql.save-snippet Rows',
      'sql.save-snippet Rows',
      'sql.delete-snippet Rows',
    ]);
    for (const body of [{ name: '', sql: '' }, { name: 'x'.repeat(101), sql: '' }, { name: 'a' }])
      expect((await post('', body)).status).toBe(400);
  });
});
