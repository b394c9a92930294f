import type { Sql } from './database.ts';
import { resetSessionStatements } from './reset-session.ts';

/** Role and session user are not part of `reset all`. */
const statements = ['reset session authorization', 'reset role', ...resetSessionStatements].join('; ');

/**
 * Undoes what a file has set for its session, such as the empty search_path of a dump: it must not reach the next file, nor the record of
 * what was applied.
 */
export async function cleanSession(sql: Sql): Promise<void> {
  await sql.script(statements);
}
