import { beforeAll, describe, expect, test } from 'vitest';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';
import type { AdminCall } from '../admin-route.ts';
import { createAskBackend } from '../ask-backend.ts';
import { createCsvRoutes } from './csv-routes.ts';

const admin = startAdmin();
const run = (statement: string) => admin().database.sql.script(statement);
const count = async (table: string) => Number((await run(`select count(*) as n from ${table}`))[0]?.n);
const download = (query: Record<string, string>) => admin().call('/tables/csv', { query });
const lines = (text: string) => text.split('\r\n').slice(0, -1);
const noted = async () => (await admin().log()).at(-1);

beforeAll(() =>
  run(`
    create type public.mood as enum ('good', 'bad');
    create table public.places (
      id bigint generated always as identity primary key, name text, "odd, ""name""" varchar(5), height numeric,
      seen timestamptz, tags text[], extra jsonb, mood public.mood, double numeric generated always as (height * 2) stored);
    create table public.many (id integer primary key, rank integer, note text);
    insert into public.many select i, case when i % 7 = 0 then null else i % 100 end, 'row ' || i from generate_series(1, 9001) i;
    create table public.loose (a integer);
    insert into public.loose select i from generate_series(1, 4500) i;
    create view public.low as select a from public.loose where a <= 3;
    create view public.all_loose as select * from public.loose cross join generate_series(1, 3);
    create table public.pairs (a integer, b text, c text, primary key (a, b));
    create table public."Odd.table's" ("a b" text primary key)`),
);

/** The answer as the server sends it, piece by piece. */
async function openStream(query: string) {
  const { service, secrets, owner } = admin();
  const backend = { fetch: service.backend.fetch, url: 'http://backend.test', key: secrets.anonKey };
  const [route] = createCsvRoutes({ askBackend: createAskBackend(backend) });
  const call = { query: new URLSearchParams(query), token: owner.token, note: async () => {} };
  const response = await route?.answer(call as unknown as AdminCall);
  const reader = response?.body?.getReader();
  return { read: async () => (await reader?.read())?.value };
}

describe('CSV out', () => {
  test('has every kind of value as the database writes it, and tells null from empty', async () => {
    await run(`insert into public.places (name, "odd, ""name""", height, tags, extra, mood)
      values ('=1+1', '', 1.50, '{a,"b c"}', '{"k": "v\\n"}', 'good'), (E'two\\nlines', null, null, '{}', null, null), (' "x" ', 'é', -1, null, '[]', 'bad')`);
    const { status, headers, text } = await download({ table: 'public.places' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(lines(text)).toEqual([
      'id,name,"odd, ""name""",height,seen,tags,extra,mood,double',
      '1,=1+1,"",1.50,,"{a,""b c""}","{""k"": ""v\\n""}",good,3.00',
      '2,"two\nlines",,,,{},,,',
      '3," ""x"" ",é,-1,,,[],bad,-2',
    ]);
    expect(await noted()).toBe('tables.export public.places');
  });

  test('starts with a byte order mark if asked', async () => {
    const first = async (query: string) =>
      (await openStream(`table=public.low${query}`).then(({ read }) => read()))?.slice(0, 3);
    const mark = Uint8Array.of(0xef, 0xbb, 0xbf);
    expect([await first(''), await first('&bom')]).toEqual([Uint8Array.from(Buffer.from('a\r\n')), mark]);
  });

  test.each(['public.many', 'public.loose'])('has every row of %s once, over pages', async (table) => {
    const found = lines((await download({ table })).text).slice(1);
    expect(found.length).toBe(await count(table));
    expect(new Set(found).size).toBe(found.length);
  });

  test.each(['asc', 'desc'])('is sorted %s as on the page, nulls as well', async (direction) => {
    const found = lines((await download({ table: 'public.many', sort: `rank.${direction}` })).text).slice(1);
    const rows = await run(`select id from public.many order by rank ${direction}, id ${direction}`);
    expect(found.map((line) => line.split(',')[0])).toEqual(rows.map(({ id }) => String(id)));
  });

  test.each([
    ['id.lte.3', ['1', '2', '3']],
    ['note.eq.row 9001', ['9001']],
    ['note.ilike.ROW 900*', ['900', '9000', '9001']],
    ['id.in.(4,5)', ['4', '5']],
    ['note.in.("row 4",row 5)', ['4', '5']],
    ['id.in.4, 5', ['4', '5']],
    ['note.in."row 9001", "no, row"', ['9001']],
    ['id.gt.9000', ['9001']],
    ['"id".gt.9000', ['9001']],
  ])('has the rows of the filter %s', async (filter, ids) => {
    const { text } = await download({ table: 'public.many', filter });
    expect(
      lines(text)
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(ids);
  });

  test('compares values of a fixed length whole', async () => {
    await run(
      `create table public.coded (code char(3) primary key); insert into public.coded values ('abc'), ('axx')`,
    );
    const { text } = await download({ table: 'public.coded', filter: 'code.eq.abc' });
    expect(lines(text)).toEqual(['code', 'abc']);
  });

  test('counts null and not null', async () => {
    const of = async (filter: string) =>
      lines((await download({ table: 'public.many', filter })).text).length - 1;
    expect([await of('rank.is.null'), await of('rank.is.not_null')]).toEqual([1285, 7716]);
  });

  test('cuts pages of large rows short', async () => {
    await run(`create table public.heavy (id integer primary key, body text);
      insert into public.heavy select i, repeat(md5(i::text), 20000) from generate_series(1, 20) i`);
    const { text } = await download({ table: 'public.heavy' });
    expect(lines(text).length).toBe(21);
    expect(text.length).toBeGreaterThan(20 * 640_000);
  });

  test('reads a view in one page, and refuses a long one', async () => {
    expect(lines((await download({ table: 'public.low' })).text)).toEqual(['a', '1', '2', '3']);
    const { status, body } = await download({ table: 'public.all_loose' });
    expect([status, body.code]).toEqual([409, 'no-key']);
  });

  test('takes names with dots and quotes', async () => {
    await run(`insert into public."Odd.table's" values ('x')`);
    expect((await download({ table: `public."Odd.table's"` })).text).toBe('a b\r\nx\r\n');
  });

  test.each([
    [{ table: 'runs' }, 400, 'bad-request'],
    [{ table: 'public.nothing' }, 404, 'no-table'],
    [{ table: 'auth.users' }, 404, 'no-table'],
    [{ table: 'public.many', filter: 'id' }, 400, 'bad-request'],
    [{ table: 'public.many', filter: 'none.eq.1' }, 400, 'no-column'],
    [{ table: 'public.many', filter: 'id.eq.x' }, 422, 'bad-value'],
    [{ table: 'public.many', filter: 'id.is.true; drop' }, 400, 'bad-filter'],
    [{ table: 'public.many', sort: 'none.desc' }, 400, 'no-column'],
  ])('refuses %j', async (query, status, code) => {
    const before = await admin().log();
    const answer = await download(query as unknown as Record<string, string>);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await admin().log()).toEqual(before);
  });

  test('breaks off when a later page cannot be read', async () => {
    await run(`create table public.fading (id integer primary key);
      insert into public.fading select * from generate_series(1, 5000)`);
    const { read } = await openStream('table=public.fading');
    expect(Buffer.from((await read()) ?? []).toString()).toContain('\r\n2000\r\n');
    await run('drop table public.fading');
    await expect(read().then(read)).rejects.toThrow('public.fading');
  });
});

/** Sends rows of cells; lines count from 2, below the heads. */
async function stage(rows: (string | null)[][], id: string = crypto.randomUUID(), first = 2) {
  const body = { import: id, lines: rows.map((_, index) => index + first), rows };
  const { status } = await admin().call('/tables/import/rows', { method: 'POST', body });
  expect(status).toBe(200);
  return id;
}

const finish = (id: string, table: string, columns: string[], onConflict = 'refuse') =>
  admin().call('/tables/import/finish', {
    method: 'POST',
    body: { import: id, table, columns, onConflict },
  });

const stagedRows = () => count('site.admin_import');

describe('CSV in', () => {
  beforeAll(() =>
    run(`create table public.guests (
      id bigint generated always as identity primary key, name varchar(5) not null, age integer check (age > 0),
      email text unique, mood public.mood, place bigint references public.places (id), day date default '2020-01-01')`),
  );

  test('inserts every row at once, removes what was staged, and notes it', async () => {
    const id = await stage([['Ada', '36', '', 'good']]);
    await stage([['Bob', null, null, null]], id, 3);
    await stage([['Bob', null, null, null]], id, 3);
    const { status, body } = await finish(id, 'public.guests', ['name', 'age', 'email', 'mood']);
    expect([status, body]).toEqual([200, { inserted: 2 }]);
    const rows = await run(`select name, age, email, mood, day::text from public.guests order by id`);
    expect(rows).toEqual([
      { name: 'Ada', age: 36, email: '', mood: 'good', day: '2020-01-01' },
      { name: 'Bob', age: null, email: null, mood: null, day: '2020-01-01' },
    ]);
    expect([await stagedRows(), await noted()]).toEqual([0, 'tables.import public.guests']);
  });

  test.each([
    ['a value of another type', ['ok', 'many', null], 'age', 'many', 'invalid input syntax'],
    ['a text that is too long', ['too long', '1', null], null, null, 'value too long'],
    ['a value that is missing', [null, '1', null], 'name', null, 'null value'],
    ['a rule of the column', ['ok', '-1', null], 'age', '-1', 'violates check'],
    ['a value that must be unique', ['ok', '1', ''], 'email', '', 'already exists'],
    ['a row that is not there', ['ok', '1', null, '99'], 'place', '99', 'not present'],
  ])('names line, column, value and reason of %s, and inserts nothing', async (_, row, column, value, reason) => {
    const good = Array.from({ length: 20 }, (__, at) => ['good', '1', `a${at}@b`, null]);
    const before = [await count('public.guests'), await admin().log()];
    const id = await stage([...good, [...row, null].slice(0, 4), ...good.slice(0, 3)]);
    const { status, body } = await finish(id, 'public.guests', ['name', 'age', 'email', 'place']);
    expect([status, body.code]).toEqual([422, 'row-refused']);
    expect(body.fault).toMatchObject({ line: 22, column, value, message: expect.stringContaining(reason) });
    expect([await count('public.guests'), await admin().log()]).toEqual(before);
    await admin().call('/tables/import', { method: 'DELETE', query: { import: id } });
    expect(await stagedRows()).toBe(0);
  });

  test('skips, replaces or refuses rows that exist', async () => {
    await run(`insert into public.pairs values (1, 'x', 'old')`);
    const rows = [
      ['1', 'x', 'new'],
      ['2', 'x', 'new'],
    ];
    const columns = ['a', 'b', 'c'];
    const refused = await finish(await stage(rows), 'public.pairs', columns);
    expect([refused.status, refused.body.fault.line]).toEqual([422, 2]);
    const read = async () => (await run('select c from public.pairs order by a')).map(({ c }) => c);
    expect((await finish(await stage(rows), 'public.pairs', columns, 'skip')).body).toEqual({ inserted: 1 });
    expect(await read()).toEqual(['old', 'new']);
    expect((await finish(await stage(rows), 'public.pairs', columns, 'replace')).body).toEqual({
      inserted: 2,
    });
    expect(await read()).toEqual(['new', 'new']);
    const twice = [...rows, ...rows];
    const { body } = await finish(await stage(twice), 'public.pairs', columns, 'replace');
    expect(body.message).toContain('Two lines of the file have the same key');
    const keyless = await finish(await stage(rows), 'public.pairs', ['a', 'c'], 'skip');
    expect([keyless.status, keyless.body.code]).toEqual([409, 'no-key']);
  });

  test('takes back an export, and gives numbers on from there', async () => {
    await run(`create table public.copies (id bigint generated always as identity primary key, name text)`);
    const id = await stage([['7', 'x']]);
    expect((await finish(id, 'public.copies', ['id', 'name'])).status).toBe(200);
    await run(`insert into public.copies (name) values ('next')`);
    expect(await run('select id::int from public.copies order by id')).toEqual([{ id: 7 }, { id: 8 }]);
  });

  test('replacing asks for a sign-in within ten minutes', async () => {
    const { id, email } = await admin().createPerson();
    const { sql } = admin().database;
    await sql`select site.set_owners(${[admin().owner.email, email]})`;
    const token = await admin().signIn(email);
    await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`;
    await sql`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
      where session_id in (select id from auth.sessions where user_id = ${id})`;
    const body = { import: crypto.randomUUID(), table: 'public.pairs', columns: ['a', 'b'] };
    const of = async (onConflict: string) => {
      const request = { method: 'POST', body: { ...body, onConflict }, as: token };
      return (await admin().call('/tables/import/finish', request)).body.code;
    };
    expect([await of('replace'), await of('skip')]).toEqual(['confirm-identity', 'not-staged']);
  });

  test('another owner cannot finish or drop what an owner has staged', async () => {
    const id = await stage([['1', 'mine', null]]);
    const other = await admin().createPerson();
    await admin().database.sql`select site.set_owners(${[admin().owner.email, other.email]})`;
    const body = { import: id, table: 'public.pairs', columns: ['a', 'b', 'c'], onConflict: 'skip' };
    const as = await admin().signIn(other.email);
    const finishing = await admin().call('/tables/import/finish', { method: 'POST', body, as });
    expect(finishing.status).toBe(404);
    await admin().call('/tables/import', { method: 'DELETE', query: { import: id }, as });
    expect(await stagedRows()).toBeGreaterThan(0);
    await admin().call('/tables/import', { method: 'DELETE', query: { import: id } });
  });

  test('rows that were left are removed after a day', async () => {
    const id = await stage([['1', 'left', null]]);
    await run(`update site.admin_import set at = now() - interval '25 hours' where import = '${id}'`);
    const next = await stage([['1', 'new', null]]);
    expect(
      await run(`select distinct import from site.admin_import where import in ('${id}', '${next}')`),
    ).toEqual([{ import: next }]);
  });

  test.each([
    ['auth.users', ['id'], 404],
    ['site.owners', ['email'], 404],
    ['site.admin_log', ['action'], 404],
    ['public.low', ['a'], 409],
    ['public.pairs', ['none'], 400],
    ['public.nothing', ['a'], 404],
  ])('refuses to import into %s (%j)', async (table, columns, status) => {
    const id = await stage([['x']]);
    expect((await finish(id, table, columns)).status).toBe(status);
  });

  test('a body of another shape is refused', async () => {
    const { status, body } = await admin().call('/tables/import/rows', {
      method: 'POST',
      body: { import: crypto.randomUUID(), lines: [2, 3], rows: [['x']] },
    });
    expect([status, body.message]).toEqual([400, 'The body: each row needs its line']);
  });
});
