/** Rows are added, changed and deleted through the admin API, and what is no value stays out of the statements. */
import { beforeAll, describe, expect, test } from 'vitest';
import { formatFilter, formatSort, formatTable } from '../../../app/admin/tables/table-address.ts';
import type { Row } from '../../../app/admin/tables/table-data.ts';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';

const admin = startAdmin();
const sql = (text: string) => admin().database.sql.script(text);
const get = (path: string, query: Record<string, string>) => admin().call(path, { query });
const post = (path: string, body: object) => admin().call(path, { method: 'POST', body });

const table = 'public.all_kinds';
const odd = { schema: 'Odd "schema".é', name: 'a "b".c;--' };
const oddKey = 'Ké.y "1"';
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

beforeAll(async () => {
  await sql(`
    create type public.mood as enum ('low', 'fine', 'high');
    create domain public.short as text check (length(value) < 6);
    create table public.places (id bigint generated always as identity primary key, name text not null unique);
    create table public.visits (id serial primary key, place bigint references public.places (id) on delete cascade);
    create table public.notes (id serial primary key, place bigint references public.places (id) on delete set null);
    create table public.signs (id serial primary key, place bigint references public.places (id));
    create table public.all_kinds (id uuid primary key default gen_random_uuid(), title varchar(20), count integer not null default 7 check (count >= 0),
      exact numeric, done boolean, data jsonb, plain json, tags text[], mood public.mood, day date, at timestamptz, local timestamp, hour time,
      raw bytea, spot point, word public.short, place bigint references public.places (id), twice integer generated always as (count * 2) stored);
    create table public.loose (n integer);
    create table public.changes (note text);
    create function public.note_change() returns trigger language plpgsql as
      $f$ begin insert into changes values (new.title); return new; end $f$;
    create trigger noted after insert on public.all_kinds for each row execute function public.note_change();
    create schema ${quote(odd.schema)};
    create table ${quote(odd.schema)}.${quote(odd.name)} (${quote(oddKey)} text primary key, "drop table" integer);
  `);
});

async function insert(row: Row, into = table): Promise<Row> {
  const { status, body } = await post('/tables/insert', { table: into, rows: [row] });
  expect(body).toMatchObject({ rows: [expect.any(Object)] });
  expect(status).toBe(201);
  return body.rows[0];
}

describe('a row', () => {
  const values: Row = {
    title: '',
    count: '12',
    exact: '12345678901234567890.123456789',
    done: 'true',
    data: '{"a": [1, null, "ü"]}',
    plain: '{"b":  1}',
    tags: '{a,"b,c",NULL,""}',
    mood: 'fine',
    day: '2026-02-28',
    at: '2026-03-01 10:00:00.123456+00',
    local: '2026-03-01 10:00:00',
    hour: '23:59:59',
    raw: '\\x00ff',
    spot: '(1,2)',
    word: 'abc',
    place: null,
  };

  test('of all types is stored as it was given, and null is not empty', async () => {
    const stored = await insert(values);
    expect(stored).toMatchObject({ ...values, twice: '24' });
    const { body } = await get('/tables/rows', { table, filter: `id.eq.${stored.id}` });
    expect(body.rows).toEqual([stored]);
    const empty = await insert({ title: null });
    expect(empty).toMatchObject({ title: null, count: '7', data: null });
    const { body: counted } = await get('/tables/count', { table, filter: 'title.is.null' });
    expect(counted.rows).toBe(1);
    // The trigger found its table without naming the schema.
    expect((await sql('select from public.changes')).length).toBe(2);
  });

  test('is changed if it still is what the owner saw', async () => {
    const { id = '' } = await insert({ title: 'first', data: '{"a": 1}' });
    const update = (old: Row, changed: Row) =>
      post('/tables/update', { table, key: { id }, old, new: changed });
    const changed = await update({ title: 'first', data: '{"a": 1}' }, { title: null, data: '{"a": 2}' });
    expect(changed).toMatchObject({
      status: 200,
      body: { row: { id, title: null, data: '{"a": 2}', count: '7' } },
    });
    const stale = await update({ title: 'first' }, { title: 'third' });
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed', row: { id, title: null } } });
    expect(await update({}, { title: 'third' })).toMatchObject({ status: 400 });
    expect(await update({ title: null }, { title: 'third' })).toMatchObject({ status: 200 });
    await sql(`delete from public.all_kinds where id = '${id}'`);
    expect(await update({ title: 'third' }, { title: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'gone' },
    });
    expect(await get('/tables/row', { table, key: JSON.stringify({ id }) })).toMatchObject({ status: 404 });
  });

  test('is deleted, and undone with the same key', async () => {
    const place = await insert({ name: `Oslo ${crypto.randomUUID()}` }, 'public.places');
    const keys = [{ id: String(place.id) }];
    const gone = await post('/tables/delete', { table: 'public.places', keys });
    expect(gone).toMatchObject({ status: 200, body: { rows: [place], follow: [] } });
    const again = await post('/tables/insert', { table: 'public.places', rows: gone.body.rows });
    expect(again).toMatchObject({ status: 201, body: { rows: [place] } });
    const kinds = await insert(values);
    const { body } = await post('/tables/delete', { table, keys: [{ id: kinds.id }] });
    expect((await post('/tables/insert', { table, rows: body.rows })).body.rows).toEqual([kinds]);
  });

  test('that others hang on asks first', async () => {
    const { id } = await insert({ name: `Rome ${crypto.randomUUID()}` }, 'public.places');
    await sql(
      `insert into public.visits (place) values (${id}), (${id}); insert into public.notes (place) values (${id})`,
    );
    const request = { table: 'public.places', keys: [{ id }] };
    const follow = [
      { table: 'public.visits', rows: 2, action: 'deleted' },
      { table: 'public.notes', rows: 1, action: 'detached' },
    ];
    const before = await admin().log();
    const asked = await post('/tables/delete', request);
    expect([asked.status, asked.body.code]).toEqual([409, 'follow']);
    expect(asked.body.follow).toEqual(expect.arrayContaining(follow));
    expect(await admin().log()).toEqual(before);
    expect(await post('/tables/delete', { ...request, accepted: true })).toMatchObject({ status: 200 });
    expect(await sql(`select from public.visits where place = ${id}`)).toHaveLength(0);
  });

  test('that others hang on asks who the owner is after ten minutes', async () => {
    const { id } = await insert({ name: `Lima ${crypto.randomUUID()}` }, 'public.places');
    await sql(`insert into public.visits (place) values (${id})`);
    const as = await admin().signIn(admin().owner.email);
    await admin().database.sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
      where session_id = (select id from auth.sessions where user_id = ${admin().owner.id} order by created_at desc limit 1)`;
    const remove = async (accepted: boolean) => {
      const body = { table: 'public.places', keys: [{ id }], accepted };
      return (await admin().call('/tables/delete', { method: 'POST', body, as })).body.code;
    };
    expect([await remove(false), await remove(true)]).toEqual(['follow', 'confirm-identity']);
    expect(await sql(`select from public.visits where place = ${id}`)).toHaveLength(1);
  });

  test('is noted, and what fails is not', async () => {
    const before = (await admin().log()).length;
    const { id } = await insert({ title: 'noted' });
    await post('/tables/update', { table, key: { id }, old: { title: 'noted' }, new: { title: 'x' } });
    await post('/tables/update', { table, key: { id }, old: { title: 'noted' }, new: { title: 'y' } });
    await post('/tables/update', { table, key: { id }, old: { count: '7' }, new: { count: '-1' } });
    await post('/tables/insert', { table, rows: [{ title: 'good' }, { count: 'bad' }] });
    await post('/tables/delete', { table, keys: [{ id }] });
    expect((await admin().log()).slice(before)).toEqual([
      `tables.insert ${table}`,
      `tables.update ${table}`,
      `tables.delete ${table}`,
    ]);
    expect(await sql(`select from public.all_kinds where title = 'good'`)).toHaveLength(0);
  });

  test('of an odd name', async () => {
    const name = formatTable(odd);
    expect(await insert({ [oddKey]: `it's "1"`, 'drop table': '5' }, name)).toEqual({
      [oddKey]: `it's "1"`,
      'drop table': '5',
    });
    const filter = formatFilter({ column: oddKey, operator: 'eq', value: `it's "1"` });
    const { body } = await get('/tables/rows', {
      table: name,
      filter,
      sort: formatSort({ column: oddKey, descending: true }),
    });
    expect(body.rows).toHaveLength(1);
    const key = { [oddKey]: `it's "1"` };
    expect(
      await post('/tables/update', {
        table: name,
        key,
        old: { 'drop table': '5' },
        new: { 'drop table': null },
      }),
    ).toMatchObject({ status: 200 });
    expect(await post('/tables/delete', { table: name, keys: [key] })).toMatchObject({
      body: { rows: [{ 'drop table': null }] },
    });
  });
});

describe('what the database refuses', () => {
  test.each<[Row, string, string | undefined, RegExp]>([
    [{ count: null }, '23502', 'count', /needs a value/],
    [{ count: '-1' }, '23514', undefined, /rule/],
    [{ count: 'many' }, '22P02', 'count', /invalid input syntax for type integer: "many"/],
    [{ count: '99999999999' }, '22003', 'count', /out of range/],
    [{ title: 'x'.repeat(21) }, '22001', undefined, /too long/],
    [{ mood: 'odd' }, '22P02', 'mood', /enum/],
    [{ data: '{' }, '22P02', 'data', /json/],
    [{ at: 'soon' }, '22007', 'at', /timestamp/],
    [{ word: 'much too long' }, '23514', 'word', /short/],
    [{ place: '987654' }, '23503', 'place', /places/],
    [{ nothing: '1' }, 'P0001', undefined, /no column/],
  ])('%j', async (row, code, column, message) => {
    const { status, body } = await post('/tables/insert', { table, rows: [row] });
    expect([status, body.code, body.column]).toEqual([422, code, column]);
    expect(body.message).toMatch(message);
  });

  test('a key that is taken, a row that others refer to, a table without a key', async () => {
    const place = await insert({ name: 'Bergen' }, 'public.places');
    const again = await post('/tables/insert', { table: 'public.places', rows: [{ name: 'Bergen' }] });
    expect(again).toMatchObject({ status: 422, body: { code: '23505', column: 'name' } });
    await sql(`insert into public.signs (place) values (${place.id})`);
    const kept = await post('/tables/delete', { table: 'public.places', keys: [{ id: place.id }] });
    expect(kept).toMatchObject({ status: 422, body: { code: '23503' } });
    expect(await post('/tables/insert', { table: 'public.loose', rows: [{ n: '1' }] })).toMatchObject({
      status: 409,
      body: { code: 'read-only' },
    });
    expect(await post('/tables/delete', { table, keys: [{ title: 'x' }] })).toMatchObject({ status: 422 });
  });
});

describe('attempts to smuggle SQL in', () => {
  const tricks = [
    `'; drop table public.target; --`,
    `"; drop table public.target; --`,
    `x' or '1'='1`,
    `1); delete from public.target; --`,
    `%I %s %L $1 %%`,
    `\\'; drop table public.target; --`,
    `$$; drop table public.target; $$`,
    `id"; drop table public.target; --`,
    `(select pg_sleep(0))`,
    `id::text; drop table public.target`,
  ];
  const state = async () =>
    JSON.stringify(
      await sql(
        `select t, (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as n from public.target t`,
      ),
    );

  beforeAll(() =>
    sql(
      `create table public.target (id text primary key, n integer); insert into public.target values ('kept', 1)`,
    ),
  );

  test.each(tricks)('%s', async (trick) => {
    const name = 'public.target';
    const before = await state();
    const answers = await Promise.all([
      get('/tables/rows', { table: formatTable({ schema: 'public', name: trick }) }),
      get('/tables/rows', { table: formatTable({ schema: trick, name: 'target' }) }),
      get('/tables/rows', {
        table: name,
        filter: formatFilter({ column: trick, operator: 'eq', value: '1' }),
      }),
      get('/tables/rows', { table: name, filter: `id.eq.${trick}` }),
      get('/tables/rows', { table: name, filter: `n.eq.${trick}` }),
      get('/tables/rows', { table: name, filter: `id.in.(${trick})` }),
      get('/tables/rows', { table: name, filter: `id.ilike.${trick}` }),
      get('/tables/rows', { table: name, sort: formatSort({ column: trick, descending: true }) }),
      get('/tables/rows', { table: name, after: Buffer.from(JSON.stringify([trick])).toString('base64url') }),
      get('/tables/rows', { table: name, q: trick }),
      get('/tables/count', { table: name, filter: `id.like.${trick}` }),
      get('/tables/row', { table: name, key: JSON.stringify({ id: trick }) }),
      post('/tables/update', { table: name, key: { id: trick }, old: { n: '1' }, new: { n: '2' } }),
      post('/tables/update', {
        table: name,
        key: { id: 'kept' },
        old: { [trick]: '1' },
        new: { [trick]: '2' },
      }),
      post('/tables/update', { table: name, key: { id: 'kept' }, old: { id: trick }, new: { id: '2' } }),
      post('/tables/update', { table: name, key: { [trick]: 'kept' }, old: { n: '1' }, new: { n: '2' } }),
      post('/tables/insert', { table: name, rows: [{ [trick]: '1' }] }),
      post('/tables/insert', { table: name, rows: [{ id: 'new', n: trick }] }),
      post('/tables/delete', { table: name, keys: [{ id: trick }] }),
      post('/tables/delete', { table: name, keys: [{ [trick]: 'kept' }] }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(await state()).toBe(before);
    // As a value it is stored, and found.
    const stored = await insert({ id: trick, n: '3' }, name);
    expect(stored.id).toBe(trick);
    const found = await get('/tables/rows', { table: name, filter: `id.eq.${trick}` });
    expect(found.body.rows).toEqual([stored]);
    await post('/tables/delete', { table: name, keys: [{ id: trick }] });
    expect(await state()).toBe(before);
  });
});
