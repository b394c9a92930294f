import type { ConnectionTarget } from '../connection-target.ts';
import type { Sql } from '../driver/sql.ts';
import type { Log } from '../log.ts';
import { serverIterations, toVerifier } from '../login-roles.ts';

/** The owner's password is hashed with few iterations, which other programs refuse. It is hashed again, and stays the same. */
export async function raiseIterations(sql: Sql, owner: ConnectionTarget, log: Log): Promise<void> {
  try {
    const [role] = await sql<{ name: string }[]>`
      select quote_ident(rolname) as name from pg_authid
      where rolname = current_user and rolpassword not like ${`SCRAM-SHA-256$${serverIterations}:%`}`;
    if (role)
      await sql.script(`alter role ${role.name} password '${toVerifier(owner.password, serverIterations)}'`);
  } catch (error) {
    // On a full disk nothing can be written, and the site starts all the same.
    log({ level: 'warn', message: `Some programs may refuse to sign in to the database: ${String(error)}` });
  }
}
