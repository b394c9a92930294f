import { expect, test } from 'vitest';
import type { ApiTable } from './api-data.ts';
import { listFunctionCalls, listTableCalls, writeClient } from './ready-calls.ts';

const access = { url: 'https://site.example', publicKey: 'sb_publishable_x' };
const column = (name: string, type: string, more = {}) => ({
  name,
  type,
  isKey: false,
  isRequired: false,
  ...more,
});
const places: ApiTable = {
  name: 'places',
  isView: false,
  isLive: true,
  columns: [
    column('id', 'bigint', { isKey: true }),
    column('name', 'text', { isRequired: true }),
    column('note', 'text'),
  ],
};
const find = (table: ApiTable, title: string) =>
  listTableCalls(table, access).find((call) => call.title === title);

test('a client has the address and the public key', () => {
  expect(writeClient(access)).toContain("createClient('https://site.example', 'sb_publishable_x')");
});

test('calls name the table, its key and the columns that it needs', () => {
  expect(listTableCalls(places, access).map(({ title }) => title)).toEqual([
    'Read rows',
    'Filter and sort',
    'Insert',
    'Update',
    'Delete',
    'Hear of changes',
  ]);
  expect(find(places, 'Insert')).toEqual({
    title: 'Insert',
    js: "const { data, error } = await supabase.from('places').insert({ name: 'text' }).select()",
    curl: [
      "curl -X POST 'https://site.example/rest/v1/places'",
      "  -H 'apikey: sb_publishable_x'",
      "  -H 'Content-Type: application/json'",
      `  -d '{"name":"text"}'`,
    ].join(' \\\n'),
  });
  expect(find(places, 'Delete')?.curl).toContain("-X DELETE 'https://site.example/rest/v1/places?id=eq.1'");
});

test('a view is only read, and names with quotes stay names', () => {
  expect(listTableCalls({ ...places, isView: true }, access)).toHaveLength(2);
  const odd = {
    ...places,
    name: "o'dd",
    isLive: false,
    columns: [column("it's", 'uuid', { isKey: true, isRequired: true })],
  };
  const insert = find(odd, 'Insert');
  expect(insert?.js).toContain(`from('o\\'dd').insert({ 'it\\'s': '00000000-`);
  expect(insert?.curl).toContain(`-d '{"it'\\''s":"00000000`);
  expect(find(odd, 'Hear of changes (turn them on first)')?.js).toContain(`add table public."o'dd";`);
});

test('functions are called with what they need', () => {
  const given = [
    { name: 'a', type: 'integer', isRequired: true },
    { name: 'b', type: 'text', isRequired: false },
  ];
  expect(listFunctionCalls({ name: 'add', returns: 'integer', arguments: given }, access)[0]?.js).toBe(
    "const { data, error } = await supabase.rpc('add', { a: 1 })",
  );
});
