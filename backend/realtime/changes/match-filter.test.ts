import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import type { CheckedFilter } from './check-filters.ts';
import { matchFilter } from './match-filter.ts';
import type { ColumnDefinition } from './table-definition.ts';

const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-01-03'), noInvalidDate: true })
  .map((date) => date.toISOString());
const far = fc.constantFrom('infinity', '-infinity', '0044-03-15 BC', '12345-01-01', '9999-12-31');
const close = fc.integer({ min: -20, max: 20 });

/** By the OID of the type: its name, and values that are often equal or close. */
const types: [id: number, name: string, values: fc.Arbitrary<string>][] = [
  [16, 'bool', fc.constantFrom('t', 'f')],
  [20, 'int8', fc.oneof(close.map(String), fc.constantFrom('9223372036854775807', '-9223372036854775808'))],
  [21, 'int2', close.map(String)],
  [23, 'int4', fc.oneof(close, fc.integer()).map(String)],
  [
    25,
    'text',
    fc.oneof(fc.constantFrom('a', 'A', 'b', '', 'ä'), fc.string({ maxLength: 2 }).map(withoutNul)),
  ],
  [
    700,
    'float4',
    fc.oneof(
      close.map((n) => String(n / 10)),
      fc.constantFrom('NaN', '-0', 'Infinity', '1e30'),
    ),
  ],
  [
    701,
    'float8',
    fc.oneof(
      close.map((n) => String(n / 10)),
      fc.constantFrom('NaN', '-0', '-Infinity', '1e300'),
    ),
  ],
  [1043, 'varchar', fc.constantFrom('a', 'A', 'b', '')],
  [
    1082,
    'date',
    fc.oneof(
      day.map((text) => text.slice(0, 10)),
      far,
    ),
  ],
  [
    1114,
    'timestamp',
    fc.oneof(
      day,
      day.map((text) => text.slice(0, 19)),
      far,
    ),
  ],
  [
    1184,
    'timestamptz',
    fc.oneof(
      day,
      day.map((text) => `${text.slice(0, 19)}+05:45`),
      far,
    ),
  ],
  [
    1700,
    'numeric',
    fc.oneof(
      fc.tuple(close, close).map(([whole, part]) => `${whole}.${Math.abs(part)}`),
      fc.constantFrom('NaN', 'Infinity', '-Infinity', '0.10', '-0.1', '1e20', '1e-20', '0'),
    ),
  ],
  [
    2950,
    'uuid',
    fc.constantFrom(
      '0a000000-0000-4000-8000-000000000001',
      '0A000000-0000-4000-8000-00000000000F',
      'f0000000-0000-4000-8000-000000000001',
    ),
  ],
];

function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

const operators = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
};

describeOnEveryServer('comparisons in JavaScript', (server) => {
  test.each(types)('of type %i %s are those of Postgres', async (typeId, name, values) => {
    const pairs = fc.sample(fc.tuple(values, values), 150);
    const conditions = Object.values(operators).map((symbol) => `(one ${symbol} other)::text`);
    const rows = await server().database.sql.unsafe<{ one: string; other: string; truths: string[] }[]>(
      `select format('%s', one) as one, format('%s', other) as other, array[${conditions.join(', ')}] as truths
       from (select a::${name} as one, b::${name} as other from unnest($1::text[], $2::text[]) as given(a, b)) as read`,
      [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
    );
    expect(rows).toHaveLength(150);
    const column: ColumnDefinition = {
      name: 'c',
      typeId,
      typeName: name,
      sqlType: name,
      type: { id: typeId, isConvertedByServer: false },
      isKey: false,
      isText: false,
      isDeterministic: true,
    };
    let decided = 0;
    for (const { one, other, truths } of rows)
      Object.keys(operators).forEach((operator, index) => {
        const filter = {
          column: 'c',
          operator,
          value: other,
          isNegated: false,
          typeId,
          operand: other,
        } as CheckedFilter;
        const own = matchFilter(filter, column, one);
        // What is left to Postgres is asked for.
        if (own === undefined) return;
        decided += 1;
        expect(own, `${one} ${operator} ${other}`).toBe(truths[index] === 'true');
      });
    expect(decided).toBeGreaterThan(300);
  });
});
