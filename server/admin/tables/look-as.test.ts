/** A table as a person sees it: what the owner is shown is what the data API answers that person. */
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../../app/admin/tables/table-data.ts';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';

const admin = startAdmin();
type Person = Awaited<ReturnType<ReturnType<typeof admin>['createPerson']>>;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  ada = await admin().createPerson();
  ben = await admin().createPerson();
  await admin().database.sql.script(`
    create table public.diary (id integer primary key, owner uuid, body text, is_open boolean not null default false);
    alter table public.diary enable row level security;
    create policy "own" on public.diary to authenticated using (owner = auth.uid() or auth.jwt() ->> 'email' = body);
    create policy "open" on public.diary for select to anon using (is_open and auth.role() = 'anon' and auth.uid() is null);
    insert into public.diary values (1, '${ada.id}', 'first', false), (2, '${ada.id}', 'second', true), (3, '${ben.id}', 'third', false),
      (4, null, '${ben.email}', false);
    create table public.hidden (id integer primary key);
    revoke all on public.hidden from anon, authenticated;
    insert into public.hidden values (1);
    grant select on public.hidden to authenticated;
    notify pgrst, 'reload schema'`);
});

const lookAs = async (table: string, as: string) =>
  (await admin().call('/tables/rows', { query: { table, as } })).body;

/** What the data API answers with this token. */
async function read(table: string, token: string): Promise<Row[]> {
  const { backend } = admin().service;
  const response = await backend.fetch(
    new Request(`http://backend.test/rest/v1/${table}?select=*&order=id`, {
      headers: { apikey: admin().secrets.anonKey, authorization: `Bearer ${token}` },
    }),
  );
  const rows = await response.json();
  if (!response.ok) throw new Error(rows.code);
  return rows.map((row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
    ),
  );
}

test('rows are those that the person is given', async () => {
  for (const { id, token } of [ada, ben]) {
    const { rows } = await lookAs('public.diary', id);
    expect(rows).toEqual(await read('diary', token));
    expect(rows).toHaveLength(2);
  }
  const { rows } = await lookAs('public.diary', 'anon');
  expect(rows).toEqual(await read('diary', admin().secrets.anonKey));
  expect(rows.map(({ id }: Row) => id)).toEqual(['2']);
});

test('the site’s own tables, whose policies ask for a session, are seen as well', async () => {
  await admin().database.sql.script(`
    create table public.asked (id integer primary key); insert into public.asked values (1);
    alter table public.asked enable row level security;
    create policy "all" on public.asked to authenticated using (true);
    create policy "only for people themselves" on public.asked as restrictive to authenticated using ((select site.may_use_data()));
    notify pgrst, 'reload schema'`);
  expect((await lookAs('public.asked', ada.id)).rows).toEqual(await read('asked', ada.token));
  expect((await lookAs('public.asked', ada.id)).rows).toHaveLength(1);
  expect((await lookAs('public.asked', 'anon')).rows).toEqual([]);
});

test('a missing right is a state', async () => {
  expect(await lookAs('public.hidden', 'anon')).toEqual({
    rows: [],
    next: null,
    refused: expect.stringContaining('permission denied'),
  });
  expect((await lookAs('public.hidden', ada.id)).rows).toEqual([{ id: '1' }]);
});

test('it is noted, once for a look that goes on', async () => {
  const before = (await admin().log()).length;
  await lookAs('public.diary', 'anon');
  const carl = await admin().createPerson();
  await lookAs('public.diary', carl.id);
  await lookAs('public.diary', carl.id);
  expect((await admin().log()).slice(before)).toEqual(['tables.look-as public.diary']);
});

test('only an owner looks with the eyes of another', async () => {
  const call = (name: string, token: string, args: object) =>
    admin().service.backend.fetch(
      new Request(`http://backend.test/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: admin().secrets.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(args),
      }),
    );
  const args = { schema_name: 'public', table_name: 'diary', question: {}, person: ada.id };
  for (const name of ['admin_rows_as', 'admin_look_as'])
    for (const token of [ben.token, admin().secrets.anonKey]) {
      const response = await call(name, token, args);
      expect([401, 403]).toContain(response.status);
      expect(await response.text()).not.toContain('first');
    }
  // The owner may, past the admin area too, and is themselves again afterwards.
  expect((await call('admin_rows_as', admin().owner.token, args)).status).toBe(200);
  expect(await read('diary', admin().owner.token)).toEqual([]);
});
