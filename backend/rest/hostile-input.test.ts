import fc from 'fast-check';
import { expect, it } from 'vitest';
import { library, type RequestOptions, startRest } from '../../tests/harness/rest/test-rest.ts';

const rest = startRest(`${library}
create schema private;
create table private.vault (word text);
insert into private.vault values ('vault-word');
create function public.echo(word text, many int default 1) returns text stable language sql as 'select word';
`);

/** Injection attempts that break out of a string, a name, a list or a comment. */
const attacks = [
  "' or true --",
  "'; drop table public.books; --",
  "') union select word from private.vault --",
  '" from private.vault --',
  '"."word" from private.vault as "x',
  "x'::text) from private.vault) t; delete from public.books; --",
  '$1; delete from public.books',
  "\\'; delete from public.books; --",
  '/*',
  '*/ select word from private.vault /*',
  "E'\\x27'",
  "U&'\\0027'",
  '$$;delete from public.books;$$',
  '(select word from private.vault)',
  'text) from private.vault--',
  'private.vault',
  '"private"."vault"',
  '../../auth/v1/admin',
  '%00',
  '\u0000',
  '\ud800',
  '\uFEFF',
  '😀',
  '()',
  '((((',
  '","',
  '}{',
  '->>->>',
  '...',
  '!inner!left',
  '::::',
  'eq.',
  'in.((',
  'not.not.eq.1',
  '-1',
  '99999999999999999999',
  '1e400',
  'NaN',
  '__proto__',
  'constructor',
  'hasOwnProperty',
];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...attacks) },
  { weight: 3, arbitrary: fc.constantFrom(...attacks).map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`) },
  { weight: 2, arbitrary: fc.string({ maxLength: 30, unit: 'binary' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('id', 'title', 'authors', 'books', 'facts', 'eq', 'select', '*', 'count()'),
  },
);
const words = fc
  .array(fc.tuple(word, fc.constantFrom('', '.', ',', '(', ')', ':', '->', '->>', '::', '!', '=', ' ')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.flat().join(''));

const toPath = (text: string) => encodeURIComponent(text.toWellFormed());

/** Requests with the text in every part where text can occur. */
const anyRequest = fc.record(
  {
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'),
    path: fc.oneof(
      fc.constantFrom('books', 'authors', 'rpc/echo', ''),
      words.map(toPath),
      words.map((name) => `rpc/${toPath(name)}`),
    ),
    select: words,
    order: words,
    or: words.map((text) => `(${text})`),
    columns: words,
    on_conflict: words,
    limit: word,
    offset: word,
    filterName: words,
    filterValue: fc
      .tuple(fc.constantFrom('eq.', 'in.(', 'fts(', 'like(any).', 'is.', 'cs.', ''), words)
      .map((parts) => parts.join('')),
    headerName: fc.constantFrom(
      'prefer',
      'accept',
      'accept-profile',
      'content-profile',
      'range',
      'content-type',
      'authorization',
      'apikey',
      'cookie',
      'x-any',
    ),
    headerValue: fc
      .tuple(
        fc.constantFrom('', 'timezone=', 'application/vnd.pgrst.plan+json;for="', 'Bearer ', 'count=exact,'),
        words,
      )
      .map((parts) => parts.join('')),
    body: fc.oneof(
      fc.json(),
      words,
      fc.dictionary(words, words).map((value) => JSON.stringify(value)),
      fc
        .array(fc.dictionary(fc.constantFrom('id', 'title', 'word'), words))
        .map((value) => JSON.stringify(value)),
    ),
  },
  { requiredKeys: ['method', 'path'] },
);

const parameters = ['select', 'order', 'or', 'columns', 'on_conflict', 'limit', 'offset'] as const;

function toRequest(
  given: typeof anyRequest extends fc.Arbitrary<infer Value> ? Value : never,
): [path: string, options: RequestOptions] {
  const query = new URLSearchParams();
  for (const name of parameters) if (given[name] !== undefined) query.append(name, given[name]);
  if (given.filterValue !== undefined) query.append(given.filterName ?? 'id', given.filterValue);
  // Headers are bytes; an invalid header cannot be sent.
  const value = (given.headerValue ?? '').replace(/[^\x20-\x7e\x80-\xff]/g, '');
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(given.method);
  return [
    `/${given.path}?${query}`,
    {
      method: given.method,
      headers: {
        prefer: 'tx=rollback',
        ...(given.headerName !== undefined && { [given.headerName]: value }),
      },
      ...(hasBody && { text: given.body ?? '{}' }),
    },
  ];
}

it('a hostile text in any part of a request is answered, and has no other effect', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async (given) => {
      const [path, options] = toRequest(given);
      const answer = await rest().request(path, options);
      expect(answer.status, `${answer.text} ${JSON.stringify(rest().faults)}`).toBeLessThan(500);
      expect(answer.text).not.toContain('vault-word');
      // A syntax error of Postgres would mean that our own statement is broken.
      expect(answer.body?.code ?? '').not.toBe('42601');
    }),
    { numRuns: 1500, endOnFailure: true },
  );
  const [kept] = await rest().database
    .sql`select (select count(*)::int from public.books) as books, (select count(*)::int from private.vault) as words`;
  expect(kept).toEqual({ books: 4, words: 1 });
  expect(rest().faults).toEqual([]);
}, 300_000);

it('a hostile value is stored and compared as a value', async () => {
  for (const attack of attacks.filter((text) => text.isWellFormed() && !text.includes('\0'))) {
    const value = encodeURIComponent(attack);
    expect((await rest().request(`/books?select=id&title=eq.${value}`)).body).toEqual([]);
    expect(
      (
        await rest().request(
          `/books?select=id&title=in.("${encodeURIComponent(attack.replace(/[\\"]/g, '\\$&'))}")`,
        )
      ).body,
    ).toEqual([]);
    expect((await rest().request('/rpc/echo', { body: { word: attack } })).body).toBe(attack);
    if (!/^(not\.)*(eq|in)\./.test(attack))
      expect((await rest().request(`/rpc/echo?word=${value}`)).body).toBe(attack);
    const named = encodeURIComponent(`"${attack.replace(/[\\"]/g, '\\$&')}"`);
    expect((await rest().request(`/books?select=${named}`)).body.code).toMatch(/42703|42P01/);
    expect((await rest().request(`/books?select=${named}:id&id=eq.1`)).status).toBe(200);
    expect((await rest().request(`/authors?select=facts->${named}&id=eq.1`)).status).toBe(200);
  }
});
