import type { ConnectionTarget } from '../connection-target.ts';
import { openConnection } from '../driver/connection.ts';
import { noTimeLimits } from '../driver/open-client.ts';
import type { Log } from '../log.ts';

/**
 * Until the returned function is called, the site removes no stored file (porchlight.is_backup_running): the files that the copied database
 * names must still exist when they are copied. If the backup dies, the lock ends with its connection.
 */
export async function pauseFileRemoval(target: ConnectionTarget, log: Log): Promise<() => Promise<void>> {
  const onWarning = (message: string) => log({ level: 'warn', message });
  const connection = await openConnection(target, noTimeLimits, { onWarning });
  try {
    await connection.script('select pg_advisory_lock_shared(8046, 1)');
    return async () => connection.destroy();
  } catch (error) {
    connection.destroy();
    throw error;
  }
}
