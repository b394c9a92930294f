import { beforeAll, expect, test } from 'vitest';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import { callerOf, useTestFeed } from '../../../tests/harness/realtime/test-feed.ts';

/** Each filter with the condition of SQL that it stands for. */
const cases: [filter: string, condition: string][] = [
  ['n=eq.5', 'n = 5'],
  ['n=eq. 5 ', 'n = 5'],
  ['n=neq.5', 'n <> 5'],
  ['n=lt.5', 'n < 5'],
  ['n=lte.5', 'n <= 5'],
  ['n=gt.5', 'n > 5'],
  ['n=gte.5', 'n >= 5'],
  ['n=in.(1,5,40)', 'n in (1, 5, 40)'],
  ['n=in.(5)', 'n = 5'],
  ['n=in.()', 'false'],
  ['n=in.(5,null)', 'n = 5'],
  ['n=isdistinct.5', 'n is distinct from 5'],
  ['n=is.null', 'n is null'],
  ['n=not.is.null', 'n is not null'],
  ['n=not.eq.5', 'not n = 5'],
  ['n=not.lt.5', 'not n < 5'],
  ['n=not.in.(1,5)', 'n not in (1, 5)'],
  ['n=not.in.(1,null)', 'n not in (1, null)'],
  ['n=not.isdistinct.5', 'n is not distinct from 5'],
  ['n=gt.0,n=lt.10', 'n > 0 and n < 10'],
  ['n=gt.0,t=eq.hello', "n > 0 and t = 'hello'"],
  ['n=gt.0,t=like.h%,f=is.true', "n > 0 and t like 'h%' and f"],
  ['id=gt.0,id=lt.3', 'id > 0 and id < 3'],
  ['big=gt.9007199254740992', 'big > 9007199254740992'],
  ['big=eq.9007199254740993', 'big = 9007199254740993'],
  ['small=lt.0', 'small < 0'],
  ['t=eq.hello', "t = 'hello'"],
  ['t=neq.hello', "t <> 'hello'"],
  ['t=lt.m', "t < 'm'"],
  ['t=lte.hello', "t <= 'hello'"],
  ['t=gt.a', "t > 'a'"],
  ['t=gte.hello', "t >= 'hello'"],
  ['t=in.(hello,"a,b")', "t in ('hello', 'a,b')"],
  ['t=eq."a,b"', "t = 'a,b'"],
  ['t=eq."she said \\"hi\\""', `t = 'she said "hi"'`],
  [`t=eq.O'Brien "x"`, `t = 'O''Brien "x"'`],
  ['t=eq.""', "t = ''"],
  ['t=like.hel%', "t like 'hel%'"],
  ['t=like.%l_o', "t like '%l_o'"],
  ['t=like.HEL%', "t like 'HEL%'"],
  ['t=ilike.HEL%', "t ilike 'HEL%'"],
  ['t=not.like.hel%', "t not like 'hel%'"],
  ['t=not.ilike.HEL%', "t not ilike 'HEL%'"],
  ['t=match.^hel', "t ~ '^hel'"],
  ['t=match.(a|o)$', "t ~ '(a|o)$'"],
  ['t=imatch.^HEL', "t ~* '^HEL'"],
  ['t=not.match.^hel', "t !~ '^hel'"],
  ['t=not.imatch.^HEL', "t !~* '^HEL'"],
  ['t=is.null', 't is null'],
  ['t=isdistinct.hello', "t is distinct from 'hello'"],
  ['t=isdistinct.null', "t is distinct from 'null'"],
  ['v=eq.hello', "v = 'hello'"],
  ['v=like.h%', "v like 'h%'"],
  ['v=match.o$', "v ~ 'o$'"],
  ['c=eq.ab', "c = 'ab'"],
  ['f=eq.true', 'f = true'],
  ['f=eq.yes', 'f = true'],
  ['f=neq.true', 'f <> true'],
  ['f=gt.false', 'f > false'],
  ['f=is.true', 'f is true'],
  ['f=is.false', 'f is false'],
  ['f=is.unknown', 'f is unknown'],
  ['f=not.is.true', 'f is not true'],
  ['f=not.is.unknown', 'f is not unknown'],
  ['d=eq.1.5', 'd = 1.5'],
  ['d=eq.1.50', 'd = 1.5'],
  ['d=gt.-1', 'd > -1'],
  ['d=lt.99999999999999999999', 'd < 99999999999999999999'],
  ['d=eq.NaN', "d = 'NaN'"],
  ['d=gt.Infinity', "d > 'Infinity'"],
  ['x=eq.0.1', 'x = 0.1'],
  ['x=gte.-0', 'x >= 0'],
  ['x=eq.NaN', "x = 'NaN'"],
  ['x=lt.NaN', "x < 'NaN'"],
  ['u=eq.0A000000-0000-4000-8000-000000000001', "u = '0a000000-0000-4000-8000-000000000001'"],
  ['u=gt.0a000000-0000-4000-8000-000000000001', "u > '0a000000-0000-4000-8000-000000000001'"],
  ['day=eq.2026-01-02', "day = '2026-01-02'"],
  ['day=lt.2026-01-02', "day < '2026-01-02'"],
  ['day=gt.0044-03-15 BC', "day > '0044-03-15 BC'"],
  ['day=lt.infinity', "day < 'infinity'"],
  ['at=eq.2026-01-02T03:04:05+01:00', "at = '2026-01-02 02:04:05+00'"],
  ['at=gt."2026-01-02 02:04:05"', "at > '2026-01-02 02:04:05+00'"],
  ['at=lte.2026-01-02T02:04:05.5Z', "at <= '2026-01-02 02:04:05.5+00'"],
  ['m=eq.happy', "m = 'happy'"],
  ['m=gt.sad', "m > 'sad'"],
  ['m=in.(sad,happy)', "m in ('sad', 'happy')"],
  ['tags=eq.{a}', "tags = '{a}'"],
  ['j=eq.{"a":1}', `j = '{"a": 1}'`],
  ['span=eq.1 day', "span = '24 hours'"],
  ['odd name=eq.1', '"odd name" = 1'],
];

const columns = `id int primary key, n int, big int8, small int2, t text, v varchar(20), c char(4), f bool, d numeric, x float8, u uuid, day date,
  at timestamptz, m public.feeling, tags text[], j jsonb, span interval, "odd name" int`;

const rows = `
  insert into public.filtered (id, n, big, small, t, v, c, f, d, x, u, day, at, m, tags, j, span, "odd name") values
  (1, 5, 9007199254740992, -1, 'hello', 'hello', 'ab', true, 1.50, 0.1, '0a000000-0000-4000-8000-000000000001', '2026-01-02', '2026-01-02 02:04:05+00', 'happy', '{a}', '{"a":1}', '24:00', 1),
  (2, 40, 9007199254740993, 0, 'Hello', 'jello', 'a', false, -5, -0.0, '0b000000-0000-4000-8000-000000000001', '2025-12-31', '2026-01-02 02:04:05.5+00', 'sad', '{a,b}', '{"a":2}', '1 day 1 second', 2),
  (3, 1, -5, 32767, 'a,b', '', 'zz', null, 'NaN', 'NaN', null, '0045-01-01 BC', null, null, null, null, null, null),
  (4, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
  (5, 9, 1, 1, 'she said "hi"', 'x', 'x', false, 'Infinity', 'Infinity', '0a000000-0000-4000-8000-000000000000', 'infinity', 'infinity', 'happy', '{}', '[]', '0', 1),
  (6, 0, 0, 0, 'O''Brien "x"', 'helloo', 'ab', true, 0.1, 1e300, null, '12026-01-01', '2026-01-02 02:04:06+00', 'sad', '{a}', 'null', '-1 day', 1),
  (7, 10, 0, 0, '', null, null, true, 1.500001, 0, null, null, '0044-01-01 00:00+00 BC', null, null, null, null, null)`;

describeOnEveryServer('filters of database changes', (server) => {
  const feed = useTestFeed(server, { timeoutMs: 2000 });
  const run = (text: string) => server().database.sql.script(text);

  beforeAll(() =>
    run(`
      create type public.feeling as enum ('sad', 'happy');
      create table public.filtered (${columns});
      alter table public.filtered replica identity full;
      alter publication supabase_realtime add table public.filtered;
    `),
  );

  test(`pass the rows that Postgres finds, for ${cases.length} filters and each kind of change`, async () => {
    const subscriber = feed().subscribe(
      cases.map(([filter]) => ({ table: 'filtered', filter })),
      callerOf('authenticated'),
    );
    const all = feed().subscribe([{ table: 'filtered' }]);
    expect(await subscriber.ready()).toBe('ok: Subscribed to PostgreSQL');
    await all.ready();
    await run(rows);
    const expected: Record<string, string> = {};
    for (const [filter, condition] of cases) {
      const [found] = await server().database.sql.unsafe<{ ids: string }[]>(
        `select coalesce(string_agg(id::text, ' ' order by id), '') as ids from public.filtered where ${condition}`,
        [],
      );
      expected[filter] = found?.ids ?? '';
    }
    await run('update public.filtered set id = id');
    await run('delete from public.filtered');
    await expect.poll(() => all.changes.length).toBe(21);
    for (const type of ['INSERT', 'UPDATE', 'DELETE']) {
      const passed: Record<string, string> = {};
      cases.forEach(([filter], id) => {
        const heard = subscriber.changes.filter(({ ids, data }) => ids.includes(id) && data.type === type);
        passed[filter] = heard
          .map(({ data }) => (data.record ?? data.old_record).id)
          .sort()
          .join(' ');
      });
      expect(passed, type).toEqual(expected);
    }
    subscriber.subscription.close();
    all.subscription.close();
    expect(feed().faults).toEqual([]);
  });

  const start = 'error: Unable to subscribe to changes with given parameters. ';
  const described = (filters: string, table = 'filtered', select = 'nil') =>
    `[event: *, schema: public, table: ${table}, filters: [${filters}], select: ${select}]`;
  const exception = (filters: string, text: string, select?: string) =>
    `${start}An exception happened so please check your connect parameters: ${described(filters, 'filtered', select)}. Exception: ${text}`;

  test.each<[object, string]>([
    [
      { filter: 'nope=eq.1' },
      exception('{"nope", "eq", "1", false}', 'ERROR P0001 (raise_exception) invalid column for filter nope'),
    ],
    [
      { filter: 'n=eq.hey' },
      exception(
        '{"n", "eq", "hey", false}',
        'ERROR 22P02 (invalid_text_representation) invalid input syntax for type integer: "hey"',
      ),
    ],
    [
      { filter: 'n=not.is.maybe' },
      exception(
        '{"n", "is", "maybe", true}',
        'ERROR P0001 (raise_exception) invalid value for is filter: must be null, true, false, or unknown',
      ),
    ],
    [
      { filter: 'n=is.true' },
      exception(
        '{"n", "is", "true", false}',
        'ERROR P0001 (raise_exception) is true filter requires a boolean column, got int4',
      ),
    ],
    [
      { filter: 'n=like.5%' },
      exception(
        '{"n", "like", "5%", false}',
        'ERROR P0001 (raise_exception) operator like requires a text-compatible column type, got int4',
      ),
    ],
    [
      { filter: 't=match.(' },
      exception(
        '{"t", "match", "(", false}',
        'ERROR P0001 (raise_exception) invalid regular expression for match filter: invalid regular expression: parentheses () not balanced',
      ),
    ],
    [
      { filter: `n=in.(${Array.from({ length: 101 }, (_, n) => n).join(',')})` },
      exception(
        `{"n", "in", "{${Array.from({ length: 101 }, (_, n) => n).join(',')}}", false}`,
        'ERROR P0001 (raise_exception) too many values for `in` filter. Maximum 100',
      ),
    ],
    [
      { select: ['id', 'nope'] },
      exception('', 'ERROR P0001 (raise_exception) invalid column for select nope', '["id", "nope"]'),
    ],
    [{ filter: 'wrong' }, 'error: Error parsing `filter` params: ["wrong"]'],
    [
      { table: undefined, select: ['id'] },
      'error: Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    ],
    [
      { table: 'doesnotexist' },
      `${start}Please check Realtime is enabled for the given connect parameters: ${described('', 'doesnotexist')}`,
    ],
  ])('%j is refused', async (binding, status) => {
    const subscriber = feed().subscribe([{ table: 'filtered', ...binding }], callerOf('authenticated'));
    expect(await subscriber.ready()).toBe(status);
    subscriber.subscription.close();
  });

  test.each<object>([
    { table: 'a\0b' },
    { schema: 'a\0b' },
    { filter: 't=eq.a\0b' },
    { filter: 'a\0b=eq.1' },
    { select: ['a\0b'] },
    { table: 'filtered; drop table public.filtered' },
    { filter: 't"=eq.1' },
    { filter: "t'=eq.1" },
    { filter: 'n=in.({1)' },
    { filter: 'n=eq.99999999999999999999' },
    { filter: 'at=eq.yesterday noon or so' },
    { table: 'filtered', schema: 'pg_catalog' },
    { table: 'users', schema: 'auth' },
  ])('hostile %j is refused', async (binding) => {
    const subscriber = feed().subscribe([{ table: 'filtered', ...binding }], callerOf('anon'));
    expect(await subscriber.ready()).toMatch(/^error: Unable to subscribe to changes with given parameters/);
    subscriber.subscription.close();
    expect(feed().faults).toEqual([]);
  });

  test('a table without the right to select is refused, until a token has it', async () => {
    await run(`create table public.hidden (id int primary key); alter publication supabase_realtime add table public.hidden;
      revoke all on public.hidden from anon`);
    const subscriber = feed().subscribe([{ table: 'hidden' }], callerOf('anon'));
    expect(await subscriber.ready()).toMatch(/permission denied for table hidden$/);
    // A schema that the role may not use hides its tables, whatever their own grants are.
    await run(`create schema closed; create table closed.hidden (id int primary key); grant all on closed.hidden to authenticated;
      alter publication supabase_realtime add table closed.hidden`);
    const other = feed().subscribe([{ schema: 'closed', table: 'hidden' }], callerOf('authenticated'));
    expect(await other.ready()).toMatch(/permission denied for table hidden$/);
    other.subscription.close();
    subscriber.subscription.setCaller(callerOf('authenticated'));
    await expect.poll(() => subscriber.statuses.at(-1)).toBe('ok: Subscribed to PostgreSQL');
    subscriber.subscription.close();
  });
});

describeOnEveryServer('a filter that takes too long', (server) => {
  const feed = useTestFeed(server, { timeoutMs: 100 });

  test('ends its own subscription, and no other', async () => {
    const { sql } = server().database;
    await sql.script(
      'create table public.slow (id int primary key, t text); alter publication supabase_realtime add table public.slow',
    );
    // Back references: there are very many ways to split the text.
    const evil = feed().subscribe([
      { table: 'slow', filter: 't=match.^(a+)(a+)(a+)(a+)\\1\\2\\3\\4b$' },
      { table: 'slow' },
    ]);
    const good = feed().subscribe([{ table: 'slow', filter: 't=match.^a' }]);
    expect(await evil.ready()).toMatch(/^ok/);
    await good.ready();
    await sql.script(`insert into public.slow values (1, repeat('a', 401) || 'b')`);
    await expect.poll(() => good.changes.length).toBe(1);
    await sql.script(`insert into public.slow values (2, 'a')`);
    await expect.poll(() => good.changes.length).toBe(2);
    expect(evil.statuses.at(-1)).toMatch(/^error: .*takes too long/);
  });
});
