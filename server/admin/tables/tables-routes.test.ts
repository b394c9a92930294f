/** The tables of the owner through the admin API: read page by page, and changed. */
import { beforeAll, describe, expect, test } from 'vitest';
import { formatTable } from '../../../app/admin/tables/table-address.ts';
import type { Row, RowPage } from '../../../app/admin/tables/table-data.ts';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';

const admin = startAdmin();
const sql = (text: string) => admin().database.sql.script(text);
const get = (path: string, query: Record<string, string>) => admin().call(path, { query });
const post = (path: string, body: object) => admin().call(path, { method: 'POST', body });

const odd = { schema: 'Odd "schema".é', name: 'a "b".c;--' };

beforeAll(async () => {
  await sql(`
    create type public.mood as enum ('low', 'fine', 'high');
    create domain public.short as text check (length(value) < 6);
    create table public.places (id bigint generated always as identity primary key, name text not null unique);
    comment on table public.places is 'Where things are';
    alter table public.places enable row level security;
    create table public.all_kinds (id uuid primary key default gen_random_uuid(), title varchar(20), count integer not null default 7 check (count >= 0),
      exact numeric, done boolean, data jsonb, plain json, tags text[], mood public.mood, day date, at timestamptz, local timestamp, hour time,
      raw bytea, spot point, word public.short, place bigint references public.places (id), twice integer generated always as (count * 2) stored);
    create table public.pairs (a integer, b text, note text, primary key (b, a));
    create table public.loose (n integer, note text);
    create view public.done_kinds as select id, title from public.all_kinds;
    create table public.many (id integer primary key, grade integer, word text not null);
    insert into public.many select n, case when n % 3 = 0 then null else n % 7 end, 'word ' || n % 11 from generate_series(1, 2500) n;
    create index on public.many (grade, id);
    create schema "${odd.schema.replaceAll('"', '""')}";
    create table "${odd.schema.replaceAll('"', '""')}"."${odd.name.replaceAll('"', '""')}" ("Ké.y ""1""" text primary key, "drop table" integer);
    analyze;
  `);
});

const onlyRows = async (query: Record<string, string>) => {
  const { status, body } = await get('/tables/rows', query);
  expect(body).toMatchObject({ rows: expect.any(Array) });
  expect(status).toBe(200);
  return body as RowPage;
};

describe('the list', () => {
  test('has the tables of the owner, and none of the services', async () => {
    const { body } = await get('/tables', {});
    const names = body.tables.map(formatTable);
    expect(names).toEqual(
      expect.arrayContaining(['public.places', 'public.done_kinds', 'public.runs', formatTable(odd)]),
    );
    for (const { schema } of body.tables) expect(['public', odd.schema]).toContain(schema);
    const entry = (name: string) => body.tables.find((table: { name: string }) => table.name === name);
    expect(entry('places')).toMatchObject({
      kind: 'table',
      rowSecurity: true,
      isOpen: false,
      comment: 'Where things are',
    });
    expect(entry('many')).toMatchObject({ rows: 2500, rowSecurity: false, isOpen: true });
    expect(entry('done_kinds')).toMatchObject({ kind: 'view', rows: null });
  });

  test('a table is described with kinds, key and references', async () => {
    const { body } = await get('/tables/table', { table: 'public.all_kinds' });
    const kinds = Object.fromEntries(body.columns.map(({ name, kind }: Row) => [name, kind]));
    expect(kinds).toEqual({
      id: 'uuid',
      title: 'text',
      count: 'number',
      exact: 'number',
      done: 'boolean',
      data: 'json',
      plain: 'json',
      tags: 'array',
      mood: 'enum',
      day: 'date',
      at: 'timestamp',
      local: 'timestamp',
      hour: 'time',
      raw: 'bytes',
      spot: 'other',
      word: 'text',
      place: 'number',
      twice: 'number',
    });
    const column = (name: string) => body.columns.find((found: Row) => found.name === name);
    expect(column('mood')).toMatchObject({ values: ['low', 'fine', 'high'], nullable: true });
    expect(column('place')).toMatchObject({ references: { schema: 'public', name: 'places', column: 'id' } });
    expect(column('twice')).toMatchObject({ isGenerated: true, default: null });
    expect(column('count')).toMatchObject({ nullable: false, default: '7', type: 'integer' });
    expect(column('title')).toMatchObject({ type: 'character varying(20)' });
    expect(body).toMatchObject({ key: ['id'], canWrite: true, policies: [] });
  });

  test.each([
    ['public.pairs', { key: ['b', 'a'], canWrite: true }],
    ['public.loose', { key: [], canWrite: false }],
    ['public.done_kinds', { key: [], canWrite: false, kind: 'view' }],
    [formatTable(odd), { key: ['Ké.y "1"'], canWrite: true }],
  ])('%s', async (table, expected) => {
    expect((await get('/tables/table', { table })).body).toMatchObject(expected);
  });

  test.each([
    'auth.users',
    'site.admin_log',
    'site.owners',
    'storage.objects',
    'vault.secrets',
    'pg_catalog.pg_authid',
    'public.nothing',
  ])('%s is not there', async (table) => {
    for (const path of ['/tables/table', '/tables/rows', '/tables/count'])
      expect(await get(path, { table })).toMatchObject({ status: 404, body: { code: 'no-table' } });
    for (const [path, body] of Object.entries({
      '/tables/insert': { rows: [{}] },
      '/tables/update': { key: { id: '1' }, old: { id: '1' }, new: { id: '2' } },
      '/tables/delete': { keys: [{ id: '1' }] },
    }))
      expect(await post(path, { table, ...body })).toMatchObject({ status: 404 });
  });
});

describe('pages', () => {
  /** The keys of all pages, in their order. */
  async function walk(query: Record<string, string>, key: (row: Row) => string): Promise<string[]> {
    const keys: string[] = [];
    let after: string | null | undefined;
    do {
      const page: RowPage = await onlyRows({ ...query, ...(after && { after }) });
      keys.push(...page.rows.map(key));
      after = page.next;
    } while (after);
    return keys;
  }

  test.each([
    [undefined, 'id'],
    ['grade.asc', 'grade, id'],
    ['grade.desc', 'grade desc, id desc'],
    ['word.asc', 'word, id'],
    ['word.desc', 'word desc, id desc'],
    ['id.desc', 'id desc'],
  ])('sorted by %s, each of 2,500 rows comes once', async (sort, order) => {
    const rows = await admin().database.sql.script(
      `select m.id::text as key from public.many m order by ${order}`,
    );
    const expected = rows.map(({ key }) => key);
    expect(await walk({ table: 'public.many', ...(sort && { sort }) }, (row) => String(row.id))).toEqual(
      expected,
    );
  });

  test('a table without a key and one with a key of two columns are paged as well', async () => {
    await sql(`insert into public.loose select n % 5, case when n % 2 = 0 then 'x' end from generate_series(1, 350) n;
      insert into public.pairs select n % 7, 'b' || n, null from generate_series(1, 350) n`);
    expect(await walk({ table: 'public.loose' }, (row) => String(row.n))).toHaveLength(350);
    for (const sort of ['note.asc', 'note.desc', 'n.desc'])
      expect(await walk({ table: 'public.loose', sort }, (row) => String(row.n)), sort).toHaveLength(350);
    const keys = await walk({ table: 'public.pairs', sort: 'note.asc' }, (row) => `${row.a} ${row.b}`);
    expect(new Set(keys).size).toBe(350);
    expect(keys).toHaveLength(350);
  });

  test('a view shows its first page, and says that there is more', async () => {
    await sql(`insert into public.all_kinds (title) select 'row ' || n from generate_series(1, 120) n`);
    const page = await onlyRows({ table: 'public.done_kinds', sort: 'title.asc' });
    expect(page).toMatchObject({ next: null, isPartial: true });
    expect(page.rows).toHaveLength(100);
    await sql('delete from public.all_kinds');
  });

  test.each([
    ['grade.is.null', 'grade is null'],
    ['grade.is.not_null', 'grade is not null'],
    ['grade.eq.3', 'grade = 3'],
    ['grade.neq.3', 'grade <> 3'],
    ['id.gte.2400', 'id >= 2400'],
    ['id.lt.20', 'id < 20'],
    ['word.like.word 1*', `word like 'word 1%'`],
    ['word.ilike.*D 3', `word ilike '%d 3'`],
    ['grade.in.(1,2)', 'grade in (1, 2)'],
    ['word.in.("word 1", word 2)', `word in ('word 1', 'word 2')`],
    ['id.like.*00', `id::text like '%00'`],
  ])('the filter %s', async (filter, condition) => {
    const rows = await admin().database.sql.script(
      `select count(*)::int as n from public.many where ${condition}`,
    );
    const { body } = await get('/tables/count', { table: 'public.many', filter });
    expect(body).toEqual({ rows: rows[0]?.n });
    expect(
      await walk({ table: 'public.many', filter, sort: 'grade.desc' }, (row) => String(row.id)),
    ).toHaveLength(body.rows);
  });

  test('a search finds texts by a part and numbers by their beginning', async () => {
    const { rows } = await onlyRows({ table: 'public.many', q: '249', limit: '20' });
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(['249', '2490']));
    expect(rows.every(({ id }) => id?.startsWith('249'))).toBe(true);
  });

  test('a long cell is cut in the list and whole when its row is opened', async () => {
    const long = '😀'.repeat(2500);
    const { body } = await post('/tables/insert', {
      table: 'public.pairs',
      rows: [{ a: '1', b: 'long', note: long }],
    });
    expect(body.rows[0].note).toBe(long);
    const page = await onlyRows({ table: 'public.pairs', filter: 'b.eq.long' });
    expect([...(page.rows[0]?.note ?? '')]).toHaveLength(2000);
    expect(page.cut).toEqual({ 0: ['note'] });
    const whole = await get('/tables/row', {
      table: 'public.pairs',
      key: JSON.stringify({ a: '1', b: 'long' }),
    });
    expect(whole.body.row).toEqual({ a: '1', b: 'long', note: long });
  });
});

describe('faults of a question', () => {
  test.each([
    [{ sort: 'nothing.asc' }, 400, 'no-column'],
    [{ filter: 'nothing.eq.1' }, 400, 'no-column'],
    [{ filter: 'grade.eq.x' }, 422, 'bad-value'],
    [{ filter: 'grade.about.1' }, 400, 'bad-request'],
    [{ filter: 'grade.is.odd' }, 400, 'bad-filter'],
    [{ sort: '.desc' }, 400, 'bad-request'],
    [{ after: 'x' }, 400, 'bad-request'],
    [{ after: Buffer.from('["1","2"]').toString('base64url') }, 400, 'bad-cursor'],
    [{ after: Buffer.from('["x"]').toString('base64url') }, 400, 'bad-cursor'],
    [{ limit: '0' }, 400, 'bad-request'],
    [{ filter: 'word.like.\\' }, 422, '22025'],
    [{ as: 'me' }, 400, 'bad-request'],
    [{ as: crypto.randomUUID() }, 404, 'no-person'],
  ])('%j', async (query, status, code) => {
    const answer = await get('/tables/rows', { table: 'public.many', ...query } as Record<string, string>);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('a type without an order says so', async () => {
    for (const query of [{ sort: 'spot.asc' }, { filter: 'plain.eq.{}' }])
      expect(
        await get('/tables/rows', { table: 'public.all_kinds', ...query } as Record<string, string>),
      ).toMatchObject({
        status: 422,
        body: { code: 'no-order' },
      });
  });
});
