import type { Sql } from '../../../database/database.ts';
import { json } from '../../../database/driver/values.ts';
import { sqlStateOf } from '../../../database/errors.ts';
import type { AuthDatabase } from '../service/service.ts';
import { findRefusal, HookError, hookFailure } from './hook-error.ts';

export interface FunctionHookOptions {
  database: Pick<AuthDatabase, 'transaction'>;
  schema: string;
  name: string;
  milliseconds?: number | undefined;
}

const defaultMilliseconds = 2000;

/**
 * Calls a database function with the payload as its one argument. It runs as supabase_auth_admin for at most two seconds, and
 * within the caller's transaction where there is one, so that its writes are committed or rolled back with the rest.
 */
export function createFunctionHook(
  options: FunctionHookOptions,
): (payload: object, within?: Sql) => Promise<unknown> {
  const milliseconds = options.milliseconds ?? defaultMilliseconds;
  const call = `select ${quote(options.schema)}.${quote(options.name)}($1) as output`;

  async function run(sql: Sql, payload: object): Promise<unknown> {
    await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`;
    const [row] = await sql.unsafe<{ output: unknown }[]>(call, [json(payload)]);
    await sql`set local statement_timeout to default`;
    return row?.output ?? undefined;
  }

  return async (payload, within) => {
    const isInTransaction = within !== undefined && 'isTransaction' in within;
    const running = isInTransaction
      ? run(within, payload)
      : options.database.transaction((sql) => run(sql, payload));
    const output = readOutput(await running.catch((error: unknown) => toHookError(error, milliseconds)));
    const refusal = findRefusal(output);
    if (refusal !== undefined) throw refusal;
    return output;
  };
}

/** A function may also return its JSON as text. */
function readOutput(output: unknown): unknown {
  if (typeof output !== 'string' || output === '') return output === '' ? undefined : output;
  try {
    return JSON.parse(output);
  } catch (cause) {
    throw hookFailure('invalid', 'Error unmarshaling JSON output.', cause);
  }
}

function toHookError(error: unknown, milliseconds: number): never {
  const state = sqlStateOf(error);
  // Not an error of the function but a lost database connection, which has its own error.
  if (state === undefined) throw error;
  if (state === '57014') {
    const message = `Failed to reach hook within maximum time of ${(milliseconds / 1000).toFixed(6)} seconds`;
    throw new HookError('down', { code: 'hook_timeout', status: 422, message, cause: error });
  }
  throw hookFailure('down', 'Error running hook function', error);
}

/** The configuration check validates names; quoting preserves upper case. */
function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
