import type { ConnectionTarget } from './connection-target.ts';
import type { Log } from './log.ts';
import { type LoginTargets, toVerifier } from './login-roles.ts';
import { openPool } from './pool.ts';

/** Every role may change its own password, and so may a function that executes text on one of our logins. This sets them again. */
export async function restorePasswords(
  owner: ConnectionTarget,
  logins: LoginTargets,
  log: Log,
): Promise<void> {
  log({ level: 'warn', message: 'The password of a login was changed in the database. It is set again.' });
  const { sql, end } = openPool(owner, log);
  try {
    for (const { user, password } of Object.values(logins))
      await sql.script(`alter role ${user} login password '${toVerifier(password, 4096)}'`);
  } catch (error) {
    log({
      level: 'error',
      message: 'The passwords of the logins could not be set again.',
      error: String(error),
    });
  } finally {
    await end();
  }
}
