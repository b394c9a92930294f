/** The SQL that the forms of the admin area write, run on a real database. */
import { beforeAll, expect, test } from 'vitest';
import {
  buildAddColumn,
  buildCreateTable,
  buildPolicy,
  columnTypes,
  findTableFault,
  type NewColumn,
  type NewTableShape,
  quoteName,
  quoteText,
  toDefault,
  toMigrationName,
} from '../../app/admin/tables/tools/table-sql.ts';
import { startAdmin } from '../harness/admin/test-admin.ts';
import { claimsOf } from '../harness/auth/test-owner.ts';

const admin = startAdmin();
const run = (statement: string) => admin().database.sql.script(statement);

function column(name: string, given: Partial<NewColumn> = {}): NewColumn {
  return { name, type: 'text', nullable: true, default: '', unique: false, references: undefined, ...given };
}
function shape(name: string, given: Partial<NewTableShape> = {}): NewTableShape {
  return { name, key: 'number', columns: [], rowSecurity: true, ...given };
}

/** The columns as the database has them. */
const columnsOf = (name: string) => admin().database.sql<Record<string, string>[]>`
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as default
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = ('public.' || quote_ident(${name}))::regclass and a.attnum > 0 order by a.attnum`;

const odd = [
  'Two Words',
  'select',
  'user',
  `it's "quoted"`,
  '1st',
  'größe',
  '日本',
  'a.b',
  '; drop table public.keep; --',
  '\\',
  '%s $1 $$',
  ' spaces ',
  'tab\there',
  'x'.repeat(63),
];

beforeAll(() => run('create table public.keep (id uuid primary key)'));

test('a table has its key, its columns and row security', async () => {
  const sql = buildCreateTable(
    shape('places', {
      columns: [
        column('name', { nullable: false, default: "it's" }),
        column('seen', { type: 'timestamptz', default: 'now()' }),
        column('kept', { type: 'uuid', references: { schema: 'public', name: 'keep', column: 'id' } }),
        column('code', { unique: true }),
      ],
    }),
  );
  expect(sql).toBe(`create table public.places (
  id bigint generated always as identity primary key,
  name text not null default 'it''s',
  seen timestamptz default now(),
  kept uuid references public.keep (id),
  code text unique
);
alter table public.places enable row level security;
`);
  await run(sql);
  await run(`insert into public.places (code) values ('a')`);
  await expect(run(`insert into public.places (code) values ('a')`)).rejects.toThrow('places_code_key');
  const [row] = await run(`select id::int, name, relrowsecurity as secure from public.places, pg_class
    where pg_class.oid = 'public.places'::regclass`);
  expect(row).toEqual({ id: 1, name: "it's", secure: true });
});

test('a table may have random ids, and no row security', async () => {
  await run(buildCreateTable(shape('open', { key: 'uuid', rowSecurity: false })));
  const [row] = await run(
    `select relrowsecurity as secure from pg_class where oid = 'public.open'::regclass`,
  );
  expect(row).toEqual({ secure: false });
  expect(await columnsOf('open')).toMatchObject([{ name: 'id', type: 'uuid', default: 'gen_random_uuid()' }]);
});

test.each(columnTypes)('the type $type can be chosen, for a table and for a new column', async ({ type }) => {
  const name = `of ${type}`;
  await run(buildCreateTable(shape(name, { columns: [column('a', { type })] })));
  await run(buildAddColumn({ schema: 'public', name }, column('b', { type })));
  const [, first, second] = await columnsOf(name);
  expect(first?.type).toBe(second?.type);
});

test.each(odd)('the name %j is kept as it is, and so is a text', async (name) => {
  const references = { schema: 'public', name, column: name };
  await run(buildCreateTable(shape(name, { columns: [column(name, { unique: true, default: name })] })));
  await run(buildAddColumn({ schema: 'public', name }, column(`${name.slice(0, 60)}_2`, { references })));
  const [, first] = await columnsOf(name);
  expect(first?.name).toBe(name);
  const table = `public.${quoteName(name)}`;
  await run(`insert into ${table} default values`);
  expect(await run(`select ${quoteName(name)} as value, ${quoteText(name)} as text from ${table}`)).toEqual([
    { value: name, text: name },
  ]);
  await run(`drop table ${table}`);
  expect(await run('select count(*)::int as n from public.keep')).toEqual([{ n: 0 }]);
});

test('names of letters chosen at random are kept', async () => {
  const letters = [
    '"',
    "'",
    '.',
    ' ',
    'a',
    'Z',
    '0',
    '_',
    ';',
    '-',
    '/',
    '*',
    '\\',
    '$',
    '(',
    'é',
    '😀',
    '\n',
    '`',
  ];
  // A small generator, so that a failure comes again.
  let seed = 7;
  const pick = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return letters[seed % letters.length] ?? '';
  };
  for (let at = 0; at < 60; at++) {
    const name = Array.from({ length: 1 + (at % 12) }, pick).join('');
    if (name.trim() === '') continue;
    const sql = buildCreateTable(shape(name, { columns: [column(`${name}!`, { default: name })] }));
    await run(`${sql}drop table public.${quoteName(name)}`);
  }
  expect(await run('select count(*)::int as n from public.keep')).toEqual([{ n: 0 }]);
});

test('every word that Postgres reserves is quoted', async () => {
  const words = await admin().database.sql<{ word: string }[]>`
    select word from pg_get_keywords() where catcode in ('R', 'T', 'C')`;
  const bare = words.map(({ word }) => word).filter((word) => quoteName(word) === word);
  expect(bare).toEqual([]);
});

test.each([
  ['5', '5'],
  ['-1.50', '-1.50'],
  ['NOW()', 'now()'],
  ['true', 'true'],
  ['hello', "'hello'"],
  ["'a''b'", "'a''b'"],
  ["x'); drop table y; --", "'x''); drop table y; --'"],
])('the default %j is written as %s', (typed, expected) => expect(toDefault(typed)).toBe(expected));

test.each([
  [shape(' '), 'The table needs a name.'],
  [shape('ä'.repeat(32)), 'longer than 63 bytes'],
  [shape('a', { columns: [column('')] }), 'A column needs a name.'],
  [shape('a', { columns: [column('b'), column('b')] }), 'Two columns are called “b”.'],
  [shape('a', { columns: [column('id')] }), 'Two columns are called “id”.'],
])('a form with a fault says so (%#)', (given, fault) => expect(findTableFault(given)).toContain(fault));

test('the policies let in whom they say', async () => {
  const { createPerson, database, owner } = admin();
  const [ada, bob] = [await createPerson(), await createPerson()];
  const counts: Record<string, number[]> = {};
  for (const template of ['visitors-read', 'own-rows', 'owners-only'] as const) {
    const name = `notes ${template}`;
    await run(`create table public.${quoteName(name)} ("user id" uuid)`);
    await run(`insert into public.${quoteName(name)} values ('${ada.id}'), ('${bob.id}'), ('${bob.id}')`);
    const table = { schema: 'public', name, rowSecurity: false };
    await run(buildPolicy({ table, template, userColumn: 'user id' }));
    await run(`grant all on public.${quoteName(name)} to anon, authenticated`);
    const seen = async (id: string | undefined, token?: string) =>
      database.transaction(async (sql) => {
        const claims = id ? claimsOf(token ?? '') : {};
        await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
        await sql.script(`set local role ${id ? 'authenticated' : 'anon'}`);
        return (await sql.script(`select from public.${quoteName(name)}`)).length;
      });
    counts[template] = [
      await seen(undefined),
      await seen(ada.id, ada.token),
      await seen(bob.id, bob.token),
      await seen(owner.id, owner.token),
    ];
  }
  expect(counts).toEqual({
    'visitors-read': [3, 3, 3, 3],
    'own-rows': [0, 1, 2, 0],
    'owners-only': [0, 0, 0, 3],
  });
});

test.each([
  [['create', 'Two Words'], 'create_two_words'],
  [['add', '日本'], 'add'],
  [['größe'], 'gro_e'],
  [['日本'], 'change'],
])('%j gives the migration the name %s', (parts, name) => expect(toMigrationName(...parts)).toBe(name));
