import type { AuthDatabase } from './service.ts';

/**
 * For the few statements that come with nearly every request: a fixed text, and the columns of its first row as they are written. It
 * goes over the database's own batches, which do a small part of what the driver does.
 */
export async function queryRow(
  database: Pick<AuthDatabase, 'batch'>,
  text: string,
  values: readonly (string | null)[],
): Promise<(string | null)[] | undefined> {
  const [rows] = await database.batch([{ text, values }]);
  return rows?.[0]?.map((cell) => (cell === null ? null : cell.toString('utf8')));
}
