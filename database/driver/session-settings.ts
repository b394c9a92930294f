/** The settings of every session. Behind a pooler, where sessions are shared, each transaction sets them for itself. */
import { resetSessionStatements } from '../reset-session.ts';
import type { BatchStatement } from './prepared-statements.ts';

/** Time limits, so that one bad statement cannot block the others. */
export interface TimeLimits {
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
}

function settingsOf(limits: TimeLimits): [name: string, value: string][] {
  const times: [string, number][] = [
    ['statement_timeout', limits.statementTimeoutMs],
    ['lock_timeout', limits.lockTimeoutMs],
    ['idle_in_transaction_session_timeout', limits.idleInTransactionTimeoutMs],
  ];
  return [
    ['TimeZone', 'UTC'],
    ['search_path', '"$user", public, extensions'],
    ...times.filter(([, ms]) => ms > 0).map(([name, ms]): [string, string] => [name, String(ms)]),
  ];
}

/** As the start-up parameter `options`. A backslash before a space makes it part of the value. */
export function toStartUpOptions(limits: TimeLimits, role?: string): string {
  const settings = [...settingsOf(limits), ...(role === undefined ? [] : [['role', role] as const])];
  return settings.map(([name, value]) => `-c ${name}=${value.replace(/[\s\\]/g, '\\$&')}`).join(' ');
}

/** As a statement for one transaction. */
export function toSettingsStatement(limits: TimeLimits): BatchStatement {
  const settings = settingsOf(limits);
  const calls = settings.map(([name], index) => `set_config('${name}', $${index + 1}, true)`);
  return { text: `select ${calls.join(', ')}`, values: settings.map(([, value]) => value) };
}

/** The same as a text without values. */
export function toSettingsScript(limits: TimeLimits): string {
  const calls = settingsOf(limits).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `select ${calls.join(', ')}`;
}

const before: ReadonlySet<string> = new Set(['begin', ...resetSessionStatements]);

/** Where the settings go in a batch: after the beginning of the transaction, and after a reset of all settings. */
export function findSettingsPlace(statements: readonly BatchStatement[]): number {
  const place = statements.findIndex(({ text }) => !before.has(text));
  return place < 0 ? statements.length : place;
}
