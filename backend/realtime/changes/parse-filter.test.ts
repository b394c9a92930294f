import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFilters } from './parse-filter.ts';

/** A filter in short: column, operator, value, and whether it is negated. */
const short = (text: string) =>
  parseFilters(text).map(({ column, operator, value, isNegated }) => [column, operator, value, isNegated]);

test.each<[string, unknown[][]]>([
  ['', []],
  ['   ', []],
  ['id=eq.5', [['id', 'eq', '5', false]]],
  [
    'id=gt.0,id=lt.100',
    [
      ['id', 'gt', '0', false],
      ['id', 'lt', '100', false],
    ],
  ],
  [
    'id=eq.5,id=in.(1,2)',
    [
      ['id', 'eq', '5', false],
      ['id', 'in', '{1,2}', false],
    ],
  ],
  [
    'id=in.(1,2,3),details=eq.active',
    [
      ['id', 'in', '{1,2,3}', false],
      ['details', 'eq', 'active', false],
    ],
  ],
  [
    'n=gt.0,name=in.(red,blue)',
    [
      ['n', 'gt', '0', false],
      ['name', 'in', '{red,blue}', false],
    ],
  ],
  [
    'a=in.(x,y),b=in.(z)',
    [
      ['a', 'in', '{x,y}', false],
      ['b', 'in', '{z}', false],
    ],
  ],
  ['a=in.()', [['a', 'in', '{}', false]]],
  [
    'a=eq.x),b=eq.y),c=eq.z',
    [
      ['a', 'eq', 'x)', false],
      ['b', 'eq', 'y)', false],
      ['c', 'eq', 'z', false],
    ],
  ],
  [`name=eq.O'Brien "x"`, [['name', 'eq', `O'Brien "x"`, false]]],
  [`name=in.(O'Brien,Smith)`, [['name', 'in', `{O'Brien,Smith}`, false]]],
  ['name=eq."a,b"', [['name', 'eq', 'a,b', false]]],
  [
    'name=eq."a,b",id=gt.0',
    [
      ['name', 'eq', 'a,b', false],
      ['id', 'gt', '0', false],
    ],
  ],
  ['name=eq."a.b:c(d)"', [['name', 'eq', 'a.b:c(d)', false]]],
  ['name=eq."she said \\"hi\\""', [['name', 'eq', 'she said "hi"', false]]],
  ['path=eq."C:\\\\tmp"', [['path', 'eq', 'C:\\tmp', false]]],
  ['path=eq."C:\\new"', [['path', 'eq', 'C:new', false]]],
  ['name=eq.""', [['name', 'eq', '', false]]],
  ['name=eq." a "', [['name', 'eq', ' a ', false]]],
  ['tags=in.("a,b",c)', [['tags', 'in', '{"a,b",c}', false]]],
  ['tags=in.("a,b","c,d")', [['tags', 'in', '{"a,b","c,d"}', false]]],
  ['name=eq."unterminated', [['name', 'eq', '"unterminated', false]]],
  ['name=eq."ab"cd', [['name', 'eq', '"ab"cd', false]]],
  [
    'size=eq.5" tall,id=gt.0',
    [
      ['size', 'eq', '5" tall', false],
      ['id', 'gt', '0', false],
    ],
  ],
  ['id=not.eq.5', [['id', 'eq', '5', true]]],
  ['details=not.like.hel%', [['details', 'like', 'hel%', true]]],
  ['name=not.neq."a,b"', [['name', 'neq', 'a,b', true]]],
  ['flag=is.true', [['flag', 'is', 'true', false]]],
  ['a=eq.b=c.d', [['a', 'eq', 'b=c.d', false]]],
  ['a=isdistinct.x', [['a', 'isdistinct', 'x', false]]],
  [
    ' a=eq.1 , b=eq.2 ',
    [
      ['a', 'eq', '1', false],
      ['b', 'eq', '2', false],
    ],
  ],
])('%s', (text, filters) => {
  expect(short(text)).toEqual(filters);
});

const empty = 'filter must not contain empty segments (check for extra commas)';

test.each([
  ['undefined', '["undefined"]'],
  ['wrong', '["wrong"]'],
  ['subject=foo.hey', '["foo", "hey"]'],
  ['subject=hey', '["hey"]'],
  ['id=gt.0,id=foo.100', '["foo", "100"]'],
  ['id=not.not.eq.1', '["not", "eq.1"]'],
  ['id=in.1,2', '`in` filter value must be wrapped by parentheses'],
  ['id=gt.0,', empty],
  [',id=gt.0', empty],
  ['a=eq.1,,b=eq.2', empty],
  [Array(101).fill('a=eq.1').join(','), 'too many conditions. Maximum 100'],
])('%s is refused', (text, reason) => {
  expect(() => parseFilters(text)).toThrow(`Error parsing \`filter\` params: ${reason}`);
});

test('any quoted text comes back', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const quoted = `"${value.replace(/[\\"]/g, '\\$&')}"`;
      expect(short(`a=eq.${quoted},b=eq.1`)).toEqual([
        ['a', 'eq', value, false],
        ['b', 'eq', '1', false],
      ]);
    }),
    { numRuns: 30 },
  );
});

test('any text is parsed or refused with an Error', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a=.,()"\\ noteqi') }), (text) => {
      try {
        parseFilters(text);
      } catch (error) {
        expect(String(error)).toMatch(/Error parsing `filter` params/);
      }
    }),
  );
});
