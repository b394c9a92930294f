import type { AuthDatabase } from './service.ts';
import type { Statement } from './statements.ts';

/** For the few statements that nearly every request runs: the columns of the first row as text. */
export async function queryRow(
  database: Pick<AuthDatabase, 'batch'>,
  statement: Statement,
): Promise<(string | null)[] | undefined> {
  const [rows] = await database.batch([statement]);
  return rows?.[0];
}
