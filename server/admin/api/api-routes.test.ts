import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApiFunction, ApiTable } from '../../../app/admin/api/api-data.ts';
import { siteUrl, startAdmin } from '../../../tests/harness/admin/test-admin.ts';
import { repository } from '../../../tests/harness/read-tree.ts';

const admin = startAdmin();

test('the page has tables and functions that can be called, and no secret', async () => {
  await admin().database.sql.script(`
    create table public.places (id bigint generated always as identity primary key, name text not null, note text, at timestamptz not null default now());
    create table public.hidden (id int);
    revoke all on public.hidden from anon, authenticated;
    create view public.place_names as select name from public.places;
    create function public.add_numbers(a int, b int default 1) returns int language sql as 'select a + b';
    create function public.on_change() returns trigger language plpgsql as 'begin return new; end';
    alter publication supabase_realtime add table public.places`);
  const { body, text } = await admin().call('/api');
  expect([body.url, body.publicKey, body.dashboard]).toEqual([
    siteUrl,
    admin().secrets.publishableKey,
    undefined,
  ]);
  const table = (name: string) => body.tables.find((found: ApiTable) => found.name === name);
  expect(table('places')).toEqual({
    name: 'places',
    isView: false,
    isLive: true,
    columns: [
      { name: 'id', type: 'bigint', isKey: true, isRequired: false },
      { name: 'name', type: 'text', isKey: false, isRequired: true },
      { name: 'note', type: 'text', isKey: false, isRequired: false },
      { name: 'at', type: 'timestamp with time zone', isKey: false, isRequired: false },
    ],
  });
  expect([table('hidden'), table('place_names').isView]).toEqual([undefined, true]);
  const named = (name: string) => body.functions.filter((found: ApiFunction) => found.name === name);
  expect(named('add_numbers')).toEqual([
    {
      name: 'add_numbers',
      returns: 'integer',
      arguments: [
        { name: 'a', type: 'integer', isRequired: true },
        { name: 'b', type: 'integer', isRequired: false },
      ],
    },
  ]);
  expect(named('on_change')).toEqual([]);
  const { jwtSecret, secretKey, serviceRoleKey } = admin().secrets;
  for (const secret of [jwtSecret, secretKey, serviceRoleKey]) expect(text).not.toContain(secret);
});

test('types are those of the database now', async () => {
  await admin().database.sql.script('create table public.typed (id int primary key)');
  const { body } = await admin().call('/api/types');
  expect(body.text).toContain('typed: {');
  const committed = await readFile(join(repository, 'supabase', 'database.types.ts'), 'utf8');
  expect(body.text.slice(0, 200)).toBe(committed.slice(0, 200));
});

test('keys are shown to an owner who asks, and the log says so', async () => {
  const { status, body } = await admin().call('/api/keys', { method: 'POST' });
  const { jwtSecret, secretKey, serviceRoleKey, anonKey } = admin().secrets;
  expect([status, Object.values(body.keys)]).toEqual([200, [secretKey, serviceRoleKey, anonKey, jwtSecret]]);
  const log = await admin().database.sql`select * from site.admin_log`;
  expect(log.at(-1)).toMatchObject({ action: 'api.show-keys', email: admin().owner.email });
  for (const secret of [jwtSecret, secretKey, serviceRoleKey])
    expect(JSON.stringify(log)).not.toContain(secret);
});

describe('with a hosted project', () => {
  const hosted = startAdmin({}, { embedded: undefined });
  test('keys and types are where the project has them', async () => {
    expect((await hosted().call('/api')).body).toMatchObject({
      url: 'http://backend.test',
      publicKey: hosted().secrets.anonKey,
      dashboard: 'https://supabase.com/dashboard',
    });
    expect((await hosted().call('/api/keys', { method: 'POST' })).status).toBe(501);
    expect((await hosted().call('/api/types')).status).toBe(501);
    expect(await hosted().log()).toEqual([]);
  });
});
