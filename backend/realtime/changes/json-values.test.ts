import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import { toJsonText } from './json-values.ts';
import { readTable } from './table-definition.ts';

/** Types with texts that Postgres reads. */
const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const iso = days.map((day) => day.toISOString());
const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));
const json = fc.json().filter((value) => !value.includes('\\u0000'));
const values: Record<string, fc.Arbitrary<string>> = {
  bool: fc.constantFrom('t', 'f'),
  int2: fc.integer({ min: -32768, max: 32767 }).map(String),
  int4: fc.integer().map(String),
  int8: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  float4: fc.oneof(
    fc.float({ noDefaultInfinity: true }).map(String),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '1e-30'),
  ),
  float8: fc.oneof(fc.double().map(String), fc.constantFrom('1e300', '-0', '1e-300')),
  numeric: fc.oneof(
    fc.tuple(fc.bigInt(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '0.00000000000000000001', '1e100', '-0.50'),
  ),
  text,
  varchar: text,
  'char(12)': fc.string({ maxLength: 12 }).map((value) => value.replaceAll('\0', '')),
  name: fc.string({ maxLength: 60 }).map((value) => value.replaceAll('\0', '')),
  uuid: fc.uuid(),
  json,
  jsonb: json,
  date: fc.oneof(
    iso.map((day) => day.slice(0, 10)),
    fc.constantFrom('infinity', '-infinity', '0044-03-15 BC', '12345-01-01'),
  ),
  time: iso.map((day) => day.slice(11, 23)),
  timetz: iso.map((day) => `${day.slice(11, 23)}+05:30`),
  timestamp: fc.oneof(iso, fc.constantFrom('infinity', '-infinity', '0044-03-15 12:00 BC', '294000-01-01')),
  timestamptz: fc.oneof(
    iso,
    fc.constantFrom('infinity', '-infinity', '0044-03-15 12:00+00 BC', '2026-01-01 00:00:00.000001+13:45'),
  ),
  interval: fc.integer({ min: -1e6, max: 1e6 }).map((seconds) => `${seconds} seconds`),
  bytea: fc.uint8Array().map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
  inet: fc.ipV4(),
  point: fc.tuple(fc.integer(), fc.integer()).map(([x, y]) => `(${x},${y})`),
  box: fc.tuple(fc.integer(), fc.integer()).map(([x, y]) => `(${x},${y}),(0,0)`),
  int4range: fc.nat(1000).map((to) => `[0,${to + 1})`),
  oid: fc.nat().map(String),
  'public.mood': fc.constantFrom('sad', 'quite ok', 'he said "hi"'),
  'public.whole': fc.nat(1e6).map(String),
  'public.pair': fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `(${a},${b})`),
};

describeOnEveryServer('values of changes', (server) => {
  test('are as to_jsonb writes them, also in arrays', async () => {
    const { sql } = server().database;
    await sql.script(`
      create type public.mood as enum ('sad', 'quite ok', 'he said "hi"');
      create domain public.whole as int check (value >= 0);
      create type public.pair as (a int, b int);
    `);
    const types = Object.keys(values);
    const columns = types.flatMap((type, n) => [`v${n} ${type}`, `a${n} ${type}[]`]);
    await sql.script(`create table public.kinds (id int primary key, ${columns.join(', ')})`);
    const table = await readTable({ sql }, 'public', 'kinds');
    let converted = 0;
    for (const [n, type] of types.entries()) {
      const samples = fc.sample(values[type] ?? fc.constant(''), 40);
      const rows = await sql.unsafe<
        { text: string; list: string; nested: string; json: string; jsonlist: string; jsonnested: string }[]
      >(
        `select format('%s', v) as text, to_jsonb(v)::text as json,
           format('%s', array[v, null, v]) as list, to_jsonb(array[v, null, v])::text as jsonlist,
           format('%s', array[array[v], array[v]]) as nested, to_jsonb(array[array[v], array[v]])::text as jsonnested
         from (select given::${type} as v from unnest($1::text[]) given) as read`,
        [samples],
      );
      expect(rows).toHaveLength(40);
      const one = table?.columnsByName.get(`v${n}`)?.type;
      const list = table?.columnsByName.get(`a${n}`)?.type;
      if (!one || !list) throw new Error(`No column of type ${type}.`);
      for (const row of rows) {
        for (const [given, expected, as] of [
          [row.text, row.json, one],
          [row.list, row.jsonlist, list],
          [row.nested, row.jsonnested, list],
        ] as const) {
          const own = toJsonText(given, as);
          // Composite types are left to Postgres.
          if (type === 'public.pair') expect(own).toBeUndefined();
          else {
            expect(JSON.parse(own ?? ''), `${type} ${given}`).toEqual(JSON.parse(expected));
            converted += 1;
            if (type === 'numeric' || type === 'int8') expect(own).toBe(expected);
          }
        }
      }
    }
    expect(converted).toBeGreaterThan(2000);
    expect(
      toJsonText('[0:1]={1,2}', {
        id: 1007,
        isConvertedByServer: false,
        element: { type: { id: 23, isConvertedByServer: false }, delimiter: ',' },
      }),
    ).toBeUndefined();
    expect(
      toJsonText('{}', {
        id: 1007,
        isConvertedByServer: false,
        element: { type: { id: 23, isConvertedByServer: false }, delimiter: ',' },
      }),
    ).toBe('[]');
  });
});
