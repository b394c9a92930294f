import type { ConnectionTarget } from '../connection-target.ts';
import type { Log } from '../log.ts';
import { createPool, noTimeLimits } from '../pool.ts';

/**
 * From now until the returned function is called, the site removes no stored file (porchlight.is_backup_running): what the copy of the
 * database names must still be there when the files are copied. A backup that dies lets go with its connection.
 */
export async function pauseFileRemoval(target: ConnectionTarget, log: Log): Promise<() => Promise<void>> {
  const pool = createPool(target, noTimeLimits, log);
  try {
    // The driver can reserve a connection that is open; one that it opens for that, without asking for types, it never hands out.
    await pool`select 1`;
    // Reserved: one that nobody uses would be closed after a while, and the lock with it.
    const connection = await pool.reserve();
    await connection`select pg_advisory_lock_shared(8046, 1)`;
    return async () => {
      connection.release();
      await pool.end({ timeout: 5 });
    };
  } catch (error) {
    await pool.end({ timeout: 5 });
    throw error;
  }
}
