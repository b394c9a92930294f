import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { parseArray, toSentValue } from './values.ts';

const tricky = ['', ' ', 'a', 'a,b', '{}', '"', '\\', '\\"', 'null', 'NULL', 'ä\n\t', "'", '{"a":1}', null];

describeOnEveryServer('arrays', (server) => {
  it('of texts are returned as they were sent', async () => {
    const { sql } = server().database;
    const [row] =
      await sql`select ${tricky}::text[] as texts, ${[]}::text[] as none, ${null}::text[] as missing`;
    expect(row).toEqual({ texts: tricky, none: [], missing: null });
  });

  it('are sent as whatever type the server expects', async () => {
    const { sql } = server().database;
    const id = '4b1f8c3e-2f5d-4a57-9a39-0d7e7f7a9b11';
    const day = new Date('2026-01-02T03:04:05.678Z');
    const [row] = await sql`
      select ${[id]}::uuid[] as ids, ${[1, -2]}::int[] as ints, ${[1, 2]}::bigint[] as bigints, array[true, false] as flags,
        array[${day}::timestamptz] as days, array['{"a": ["x"]}'::jsonb] as objects, ${[0.5]}::float8[] as floats,
        'b' = any(${['a', 'b']}) as has, array['x'::varchar] as words, array_agg(n::name) as names
      from (values ('one')) as given (n)`;
    expect(row).toEqual({
      ids: [id],
      ints: [1, -2],
      bigints: ['1', '2'],
      flags: [true, false],
      days: [day],
      objects: [{ a: ['x'] }],
      floats: [0.5],
      has: true,
      words: ['x'],
      names: ['one'],
    });
  });

  it('of arrays are refused, in both directions', async () => {
    const { sql } = server().database;
    await expect(sql`select array[array[1]]`.then(() => 'read')).rejects.toThrow('Select them as json');
    await expect(sql`select ${[['a'] as never]}::text[]`.then(() => 'sent')).rejects.toThrow(
      'may hold texts',
    );
  });
});

it('a value is read as it was written, quoted or not', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      expect(parseArray(String(toSentValue(texts)), (text) => text)).toEqual(texts);
    }),
  );
  expect(parseArray('{a,NULL,"NULL",b c}', (text) => text)).toEqual(['a', null, 'NULL', 'b c']);
});
