import type { AuthDatabase } from './service.ts';

/**
 * For the few statements that nearly every request runs: a fixed text, and the columns of its first row as text.
 */
export async function queryRow(
  database: Pick<AuthDatabase, 'batch'>,
  text: string,
  values: readonly (string | null)[],
): Promise<(string | null)[] | undefined> {
  const [rows] = await database.batch([{ text, values }]);
  return rows?.[0];
}
