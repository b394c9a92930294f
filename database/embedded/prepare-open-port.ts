/** What other programs need on an open port. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionTarget } from '../connection-target.ts';
import type { Sql } from '../driver/sql.ts';
import type { Log } from '../log.ts';
import { serverIterations, toVerifier } from '../login-roles.ts';
import type { Runtime } from './runtime-files.ts';

/** The extension that `supabase inspect db` reads. It counts statements only if the server loads it when it starts. */
export const statistics = 'pg_stat_statements';

export function hasStatistics({ bin }: Runtime): boolean {
  return existsSync(join(bin, '..', 'share', 'postgresql', 'extension', `${statistics}.control`));
}

export async function prepareOpenPort(sql: Sql, owner: ConnectionTarget, log: Log): Promise<void> {
  try {
    await raiseIterations(sql, owner);
    await createStatistics(sql);
  } catch (error) {
    // On a full disk nothing can be written, and the site starts all the same.
    log({ level: 'warn', message: `Some programs may not work with the database: ${String(error)}` });
  }
}

/** The owner's password is hashed with few iterations, which other programs refuse. It is hashed again, and stays the same. */
async function raiseIterations(sql: Sql, owner: ConnectionTarget): Promise<void> {
  const [role] = await sql<{ name: string }[]>`
    select quote_ident(rolname) as name from pg_authid
    where rolname = current_user and rolpassword not like ${`SCRAM-SHA-256$${serverIterations}:%`}`;
  if (!role) return;
  await sql.script(`alter role ${role.name} password '${toVerifier(owner.password, serverIterations)}'`);
}

/** Where every hosted project has it. */
async function createStatistics(sql: Sql): Promise<void> {
  const [missing] = await sql`
    select from pg_namespace where nspname = 'extensions'
      and current_setting('shared_preload_libraries') = ${statistics}
      and not exists (select from pg_extension where extname = ${statistics})`;
  if (missing) await sql.script(`create extension ${statistics} with schema extensions`);
}
