import type { ConnectionTarget } from './connection-target.ts';
import { openConnection, queryOne } from './driver/connection.ts';
import { noTimeLimits } from './driver/open-client.ts';

/**
 * Takes an advisory lock on a connection of its own, so that it ends with this process. Returns how to release it; undefined while another
 * process has it.
 */
export async function tryLock(
  target: ConnectionTarget,
  key: number,
): Promise<(() => Promise<void>) | undefined> {
  const connection = await openConnection(target, noTimeLimits);
  try {
    const text = `select pg_try_advisory_lock(8046, ${key}) as locked`;
    const [row] = (await queryOne(connection, { text, values: [] })) as { locked?: boolean }[];
    if (row?.locked)
      return async () => {
        // The end of the connection frees it too, but later than this call.
        await connection.script(`select pg_advisory_unlock(8046, ${key})`).catch(() => {});
        connection.destroy();
      };
  } catch (error) {
    connection.destroy();
    throw error;
  }
  connection.destroy();
  return undefined;
}
