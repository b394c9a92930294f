import { expect, test } from 'vitest';
import { findSqlTokens } from './sql-tokens.ts';

const read = (text: string) =>
  findSqlTokens(text).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);

test.each<[text: string, tokens: string[]]>([
  ['', []],
  ['SELECT name, 12.5 from "from"', ['keyword SELECT', 'number 12.5', 'keyword from']],
  ["'it''s' or 'a\nb'", ["string 'it'", "string 's'", 'keyword or', "string 'a\nb'"]],
  ["'open -- still", ["string 'open -- still"]],
  ['a -- all\nas', ['comment -- all', 'keyword as']],
  ['/* a /* b */ from */ from', ['comment /* a /* b */ from */', 'keyword from']],
  ['from /* open', ['keyword from', 'comment /* open']],
  ["$$ it's $$ as $body$ $$ $body$", ["string $$ it's $$", 'keyword as', 'string $body$ $$ $body$']],
  ['$1 selected select_1 übersetzen', ['number 1']],
])('%j', (text, tokens) => expect(read(text)).toEqual(tokens));

test('100 kB of open strings and comments are read once', () => {
  for (const text of ["'".repeat(100_001), '/*'.repeat(50_000), '$a$'.repeat(33_333)])
    expect(findSqlTokens(text).at(-1)?.to).toBe(text.length);
});
