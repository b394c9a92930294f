/**
 * Statements of the site's files that concern transactions. Each file is one transaction, so that a fault leaves nothing behind: words that
 * begin and end transactions are left out, and what cannot run inside one is changed where its result stays the same.
 */
import { DatabaseStartError } from './errors.ts';
import type { SqlStatement } from './split-statements.ts';

const begin = /^(?:begin|start\s+transaction|set\s+transaction)\b/i;
const commit = /^(?:commit|end)(?:\s+(?:work|transaction))?(?:\s+and\s+(?:no\s+)?chain)?$/i;
const rollback = /^(?:rollback|abort)(?:\s+(?:work|transaction))?(?:\s+and\s+(?:no\s+)?chain)?$/i;

export function withoutTransactionWords(statements: readonly SqlStatement[], path: string): SqlStatement[] {
  return statements.filter(({ body, line }) => {
    if (rollback.test(body)) {
      throw new DatabaseStartError(
        `${path} line ${line}: "${body}" would undo the statements before it, while the file is recorded as applied. ` +
          'Leave out these statements. To undo some of them, use a savepoint.',
      );
    }
    return !begin.test(body) && !commit.test(body);
  });
}

const concurrently = [
  /^((?:create\s+(?:unique\s+)?|drop\s+)index)\s+concurrently\b/i,
  /^(reindex\s+(?:\([^)]*\)\s*)?\w+)\s+concurrently\b/i,
  /^(alter\s+table\s[^;]*\sdetach\s+partition\s[^;]*)\s+concurrently$/i,
];

/** The same statement for inside a transaction. `concurrently` only changes what else can happen meanwhile. */
export function withoutConcurrently(body: string): string {
  return concurrently.reduce((text, pattern) => text.replace(pattern, '$1'), body);
}

/** It tidies up and changes no row; Postgres does it by itself. */
export function isVacuum(body: string): boolean {
  return /^vacuum\b/i.test(body);
}

const addValue = /^(alter\s+type\s+(?:"[^"]*"|[^\s"])+\s+add\s+value)\s+(?:if\s+not\s+exists\s+)?/i;

/** `alter type … add value if not exists …`, or undefined for any other statement. */
export function toRepeatableAddValue(body: string): string | undefined {
  return addValue.test(body) ? body.replace(addValue, '$1 if not exists ') : undefined;
}

/** The statements of a file that add values to enums, in a form that can be repeated; also those inside DO blocks. */
export function listAddedValues(body: string): string[] {
  const found = /^do\b/i.test(body) ? body.match(/\balter\s+type\s[^;']*\sadd\s+value\s[^;]*/gi) : [body];
  return (found ?? []).map(toRepeatableAddValue).filter((statement) => statement !== undefined);
}
