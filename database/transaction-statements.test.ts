import { describe, expect, it } from 'vitest';
import { splitStatements } from './split-statements.ts';
import {
  toRepeatableAddValue,
  withoutConcurrently,
  withoutTransactionWords,
} from './transaction-statements.ts';

describe('statements about transactions', () => {
  it.each([
    'begin; select 1; commit;',
    '-- why\nBEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE, read write; select 1; /* x */ COMMIT work',
    'start transaction read write; set transaction isolation level repeatable read; select 1; end transaction;',
    'begin work; select 1; commit and no chain; end;',
  ])('are left out: %s', (text) => {
    const rest = withoutTransactionWords(splitStatements(text), 'a.sql');
    expect(rest.map(({ body }) => body)).toEqual(['select 1']);
  });

  it.each([
    'do $$ begin null; end $$',
    "insert into t values ('commit')",
    'savepoint a',
    'rollback to savepoint a',
    'rollback to a',
    'release a',
    "commit prepared 'a'",
  ])('are kept where they do not end the transaction: %s', (text) => {
    expect(withoutTransactionWords(splitStatements(text), 'a.sql')).toHaveLength(1);
  });

  it.each(['rollback', 'ROLLBACK WORK', 'abort'])('that undo are refused: %s', (text) => {
    expect(() => withoutTransactionWords(splitStatements(`begin;\n${text}`), 'a.sql')).toThrow(
      `a.sql line 2: "${text}" would undo`,
    );
  });

  it.each([
    [
      'create unique index concurrently if not exists a on b (c)',
      'create unique index if not exists a on b (c)',
    ],
    ['CREATE INDEX CONCURRENTLY ON b (c)', 'CREATE INDEX ON b (c)'],
    ['drop index concurrently if exists a', 'drop index if exists a'],
    ['reindex (verbose) table concurrently a', 'reindex (verbose) table a'],
    ['alter table a detach partition b concurrently', 'alter table a detach partition b'],
    ['refresh materialized view concurrently a', 'refresh materialized view concurrently a'],
    ["select 'create index concurrently'", "select 'create index concurrently'"],
  ])('run inside a transaction without "concurrently": %s', (given, made) => {
    expect(withoutConcurrently(given)).toBe(made);
  });

  it.each([
    ["alter type status add value 'a'", "alter type status add value if not exists 'a'"],
    [
      `ALTER TYPE "my app"."a" ADD VALUE IF NOT EXISTS 'a' before 'b'`,
      `ALTER TYPE "my app"."a" ADD VALUE if not exists 'a' before 'b'`,
    ],
    ["alter type status rename value 'a' to 'b'", undefined],
  ])('can add a value of an enum twice: %s', (given, made) => {
    expect(toRepeatableAddValue(given)).toBe(made);
  });
});
