/** Filters and order of the data API, method by method of the official client: docs/compatibility.md is made of these names. */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { useBackend } from './compat-backend.ts';
import { type Answer, type Books, booksOf, libraryTables } from './library-tables.ts';
import { settings } from './test-users.ts';

/** Each finds the books with these numbers. */
const filters: [method: string, what: string, ask: (books: Books) => Answer, found: number[]][] = [
  ['eq', 'what is equal', (books) => books.eq('title', 'The garden'), [2]],
  ['neq', 'what is not', (books) => books.neq('id', 2), [1, 3]],
  ['gt', 'more', (books) => books.gt('pages', 120), [2]],
  ['gte', 'as much or more', (books) => books.gte('pages', 120), [1, 2]],
  ['lt', 'less', (books) => books.lt('pages', 300), [1]],
  ['lte', 'as much or less', (books) => books.lte('pages', 300), [1, 2]],
  ['like', 'a pattern', (books) => books.like('title', '%the%'), [3]],
  ['likeAllOf', 'all patterns', (books) => books.likeAllOf('title', ['%o%', '%the%']), [3]],
  ['likeAnyOf', 'any pattern', (books) => books.likeAnyOf('title', ['Home%', 'Songs%']), [1, 3]],
  ['ilike', 'a pattern in upper or lower case', (books) => books.ilike('title', '%THE%'), [2, 3]],
  [
    'ilikeAllOf',
    'all patterns in upper or lower case',
    (books) => books.ilikeAllOf('title', ['%THE%', '%SEA']),
    [3],
  ],
  [
    'ilikeAnyOf',
    'any pattern in upper or lower case',
    (books) => books.ilikeAnyOf('title', ['HOME%', 'THE%']),
    [1, 2],
  ],
  ['regexMatch', 'a regular expression', (books) => books.regexMatch('title', '^[HS]'), [1, 3]],
  ['regexIMatch', 'one in upper or lower case', (books) => books.regexIMatch('title', '^the'), [2]],
  ['is', 'true, false and null', (books) => books.is('lent', null), [3]],
  ['isDistinct', 'what differs, null included', (books) => books.isDistinct('lent', true), [2, 3]],
  [
    'in',
    'one of several values with any characters',
    (books) => books.in('title', ['The garden', 'a,b', 'c"d']),
    [2],
  ],
  ['notIn', 'none of several', (books) => books.notIn('id', [1, 3]), [2]],
  ['contains', 'an array that holds another', (books) => books.contains('topics', ['food']), [1]],
  ['contains', 'JSON that holds other JSON', (books) => books.contains('extra', { rank: { now: 1 } }), [2]],
  ['containedBy', 'an array within another', (books) => books.containedBy('topics', ['home', 'sea']), [2, 3]],
  ['overlaps', 'arrays that share something', (books) => books.overlaps('topics', ['home', 'sea']), [1, 2]],
  ['rangeGt', 'a range after another', (books) => books.rangeGt('written', '[1983-01-01,1987-01-01)'), [3]],
  [
    'rangeGte',
    'one that does not begin before',
    (books) => books.rangeGte('written', '[1985-01-01,1986-01-01)'),
    [2, 3],
  ],
  ['rangeLt', 'a range before another', (books) => books.rangeLt('written', '[1986-01-01,1999-01-01)'), [1]],
  [
    'rangeLte',
    'one that does not end after',
    (books) => books.rangeLte('written', '[1988-01-01,1990-01-01)'),
    [1, 2],
  ],
  [
    'rangeAdjacent',
    'a range beside another',
    (books) => books.rangeAdjacent('written', '[1995-01-01,1999-01-01)'),
    [3],
  ],
  [
    'textSearch',
    'words in any inflection',
    (books) => books.textSearch('title', 'garden | song', { config: 'english' }),
    [2, 3],
  ],
  ['match', 'several that are equal', (books) => books.match({ shelf_id: 1, lent: false }), [2]],
  ['not', 'the opposite', (books) => books.not('pages', 'is', null), [1, 2]],
  ['or', 'any of several, nested', (books) => books.or('id.eq.3,and(lent.is.true,pages.lt.200)'), [1, 3]],
  ['filter', 'any operator, into JSON too', (books) => books.filter('extra->rank->>now', 'gte', 2), [1]],
  [
    'order',
    'in an order, nulls last',
    (books) => books.order('pages', { ascending: false, nullsFirst: false }),
    [2, 1, 3],
  ],
  ['limit', 'so many', (books) => books.order('id').limit(2), [1, 2]],
  ['range', 'from here to there', (books) => books.order('id').range(1, 2), [2, 3]],
];

describeOnEveryServer('questions to the data API', (server) => {
  beforeAll(() => server().database.sql.script(libraryTables));
  const backend = useBackend(() => server().database, { toml: settings({ confirm: false }) });

  for (const method of new Set(filters.map(([name]) => name)))
    describe(`from().${method}`, () => {
      const asked = filters.flatMap(([name, ...asked]) => (name === method ? [asked] : []));
      it.each(asked)('finds %s', async (_, ask, found) => {
        const { data } = await ask(booksOf(backend().client()));
        const ids = (data as { id: number }[]).map(({ id }) => id);
        expect(['order', 'limit', 'range'].includes(method) ? ids : ids.sort()).toEqual(found);
      });
    });
});
