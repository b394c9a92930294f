import type { ConnectionTarget } from '../connection-target.ts';
import type { Log } from '../log.ts';
import { createPool, noTimeLimits } from '../pool.ts';

/**
 * Until the returned function is called, the site removes no stored file (porchlight.is_backup_running): the files that the copied database
 * names must still exist when they are copied. If the backup dies, the lock ends with its connection.
 */
export async function pauseFileRemoval(target: ConnectionTarget, log: Log): Promise<() => Promise<void>> {
  const pool = createPool(target, noTimeLimits, log);
  try {
    // The driver reserves only an open connection; a connection that it opens for `reserve`, without fetching types, is never handed out.
    await pool`select 1`;
    // Reserved: an idle connection would be closed after a while, and the lock with it.
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
