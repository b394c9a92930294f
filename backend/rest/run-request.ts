import type { BatchStatement, RawRow } from '../../database/database.ts';
import { resetSessionStatements } from '../../database/reset-session.ts';
import { sessionStatements } from '../identity/live-sessions.ts';
import { toSessionEnded } from './caller.ts';
import type { Compiled } from './compile/compiled.ts';
import { type ReplicaOptions, readFromReplica } from './read-from-replica.ts';
import type { RequestContext } from './request-context.ts';
import { type SettingsOptions, toSettings } from './request-settings.ts';
import { RestError } from './rest-error.ts';
import { answerColumns } from './sql/answer-sql.ts';
import { qualified, type Statement, toValues } from './sql/statement.ts';

/** The result of a statement. */
export interface Outcome extends Answer {
  isFromReplica: boolean;
}

interface Answer {
  total: number | undefined;
  count: number;
  body: string;
  headers: string | undefined;
  status: string | undefined;
  inserted: number | undefined;
}

export type RunOptions = SettingsOptions & ReplicaOptions;

/** Runs a request in one transaction as its caller. It is rolled back when the result violates the request's conditions. */
export async function runRequest(
  options: RunOptions,
  compiled: Compiled,
  context: RequestContext,
): Promise<Outcome> {
  const { settings } = options;
  const { caller, signal } = context;
  const { transaction } = compiled.preferences;
  const isRolledBack =
    transaction === 'rollback' || (settings.rollsBackByDefault && transaction !== 'commit');
  const { preRequest } = settings;
  const before: BatchStatement[] = [
    ...resetSessionStatements.map((text) => ({ text, values: [] })),
    toSettings(options, compiled, context),
    ...sessionStatements(caller),
    ...(preRequest === undefined
      ? []
      : [{ text: `select ${qualified(preRequest)}()`, values: [], plan: caller.role }]),
  ];
  const toBatchStatement = (statement: Statement) => ({
    text: statement.text,
    values: toValues(statement, context.pairs, context.body),
    plan: caller.role,
  });
  const statements = [...before, toBatchStatement(compiled.main)];
  if (compiled.estimate !== undefined) statements.push(toBatchStatement(compiled.estimate));
  // Deferred constraints are checked now, so that a rollback reports the same as a commit would.
  if (isRolledBack) statements.push({ text: 'set constraints all immediate', values: [] });

  const read = (answers: RawRow[][]): Answer =>
    toOutcome(compiled, answers[before.length] ?? [], compiled.estimate && answers[before.length + 1]);
  const accept = (answers: RawRow[][]) => !isRolledBack && findRefusal(compiled, read(answers)) === undefined;
  const isChecked = isRolledBack || (!compiled.isReadOnly && needsCheck(compiled));
  const ask = async () => {
    const copy = await readFromReplica(options, { before, statements }, compiled, context);
    const onServer = { signal, ...(isChecked ? { accept } : {}) };
    const answers = copy ?? (await options.requests(caller.role).batch(statements, onServer));
    return { ...read(answers), isFromReplica: copy !== undefined };
  };
  const outcome = await ask().catch((error: unknown) => {
    throw toSessionEnded(error) ?? error;
  });
  const refusal = findRefusal(compiled, outcome);
  if (refusal !== undefined) throw refusal;
  return outcome;
}

function needsCheck({ kind, media, preferences }: Compiled): boolean {
  return (
    kind === 'put' ||
    media.kind === 'object' ||
    (preferences.maxAffected !== undefined && preferences.handling === 'strict')
  );
}

function findRefusal({ kind, media, preferences }: Compiled, { count }: Answer): RestError | undefined {
  if (media.kind === 'plan') return undefined;
  if (kind === 'put') {
    return count === 1
      ? undefined
      : new RestError('PGRST115', 400, 'Payload values do not match URL in primary key column(s)');
  }
  if (media.kind === 'object' && count !== 1) {
    return new RestError('PGRST116', 406, 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${count} rows`,
    });
  }
  const { maxAffected, handling } = preferences;
  const isLimited = kind === 'update' || kind === 'delete' || kind === 'call';
  if (isLimited && handling === 'strict' && maxAffected !== undefined && count > maxAffected) {
    return new RestError('PGRST124', 400, 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${count} rows`,
    });
  }
  return undefined;
}

function toOutcome(compiled: Compiled, rows: RawRow[], estimate: RawRow[] | undefined): Answer {
  if (compiled.media.kind === 'plan') {
    const body = rows.map((row) => `${row[0] ?? ''}`).join('\n');
    return { total: undefined, count: 0, body, headers: undefined, status: undefined, inserted: undefined };
  }
  const row = rows[0] ?? [];
  const text = (column: number) => row[column] ?? undefined;
  const number = (column: number) => (row[column] ? Number(row[column]) : undefined);
  return {
    total: toTotal(compiled, number(answerColumns.total), estimate),
    count: number(answerColumns.count) ?? 0,
    body: text(answerColumns.body) ?? '',
    headers: text(answerColumns.headers),
    status: text(answerColumns.status),
    inserted: number(answerColumns.inserted),
  };
}

function toTotal(
  { preferences: { count }, maxRows }: Compiled,
  counted: number | undefined,
  estimate: RawRow[] | undefined,
): number | undefined {
  if (estimate === undefined) return counted;
  const planned = readPlanRows(estimate[0]?.[0] ?? '');
  if (count === 'planned') return planned;
  const isBeyond = counted !== undefined && maxRows !== undefined && counted > maxRows;
  return isBeyond && planned !== undefined ? Math.max(counted, planned) : counted;
}

function readPlanRows(text: string): number | undefined {
  const rows = /"Plan Rows": (\d+)/.exec(text)?.[1];
  return rows === undefined ? undefined : Number(rows);
}
