/** Asks Postgres many small questions in few round trips, such that one that fails does not spoil the others. */
import type { BatchStatement, Connections, Database, RawRow } from '../../../database/database.ts';
import { DatabaseFull, DatabaseUnavailable } from '../../../database/errors.ts';
import { resetSessionStatements } from '../../../database/reset-session.ts';
import type { DatabaseRole } from '../../identity/roles.ts';

/** What a question may take, so that a slow pattern or policy does not hold up the others. */
export interface QuestionLimits {
  timeoutMs: number;
}

export interface Question {
  /** The claims that row security reads. */
  claimsText: string;
  statement: BatchStatement;
}

export type Answer = { rows: RawRow[] } | { error: unknown };

/** A batch is a transaction: it should be short. */
const maxQuestions = 250;
/** After this many, what is left of the questions is not answered: the changes behind them wait. */
const maxTimeouts = 10;

const session: BatchStatement[] = resetSessionStatements.map((text) => ({ text, values: [] }));
const become = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('statement_timeout', $3, true)`;

/** Asks as the callers of this role. The answers have the order of the questions. */
export async function ask(
  requests: Database['requests'],
  role: DatabaseRole,
  questions: readonly Question[],
  { timeoutMs }: QuestionLimits,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const until = performance.now() + timeoutMs * maxTimeouts;
  for (let start = 0; start < questions.length; start += maxQuestions) {
    const part = questions.slice(start, start + maxQuestions);
    answers.push(...(await askOrHalve(requests(role), { role, timeoutMs, until }, part)));
  }
  return answers;
}

interface Session {
  role: DatabaseRole;
  timeoutMs: number;
  until: number;
}

/** A failed batch is asked again in halves, until the question that fails is alone. */
async function askOrHalve(
  connections: Connections,
  as: Session,
  questions: readonly Question[],
): Promise<Answer[]> {
  if (performance.now() > as.until)
    return questions.map(() => ({ error: new Error('Others took too long.') }));
  try {
    return await askTogether(connections, as, questions);
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof DatabaseFull) throw error;
    if (questions.length <= 1) return questions.map(() => ({ error }));
    const middle = questions.length >> 1;
    return [
      ...(await askOrHalve(connections, as, questions.slice(0, middle))),
      ...(await askOrHalve(connections, as, questions.slice(middle))),
    ];
  }
}

async function askTogether(
  connections: Connections,
  { role, timeoutMs }: Session,
  questions: readonly Question[],
): Promise<Answer[]> {
  const statements = questions.flatMap(({ claimsText, statement }) => [
    { text: become, values: [role, claimsText, String(timeoutMs)] },
    { ...statement, plan: role },
  ]);
  const rows = await connections.batch([...session, ...statements]);
  return questions.map((_, index) => ({ rows: rows[session.length + index * 2 + 1] ?? [] }));
}
