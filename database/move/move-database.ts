/**
 * Moves a database to another server, without programs of Postgres: the migrations make the tables there, and the rows are copied. In the
 * target everything is one transaction, so that a move which fails or is killed leaves nothing. The source is only read.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OneConnection } from '../apply-sql-file.ts';
import { type ConnectionTarget, describeTarget } from '../connection-target.ts';
import type { Sql, TransactionSql } from '../database.ts';
import { connectionOf } from '../driver/connection.ts';
import { noTimeLimits, openClient } from '../driver/open-client.ts';
import { runTransaction } from '../driver/transaction.ts';
import { DatabaseStartError, sqlStateOf } from '../errors.ts';
import { renewStandIns } from '../extensions/renew-stand-ins.ts';
import type { Log } from '../log.ts';
import { serverIterations } from '../login-roles.ts';
import { migrate } from '../migrate.ts';
import { type MigrationSet, ownMigrations } from '../migration-files.ts';
import { openPool } from '../pool.ts';
import { requireRoles } from '../prepare-logins.ts';
import { retryOnCollision, runOwnSqlFile } from '../run-sql-file.ts';
import { createSeedRecord, recordSeeds, type SeedSet, seed } from '../seed.ts';
import { isVacuum, withoutConcurrently } from '../transaction-statements.ts';
import { checkSource, checkTarget, list, requireAllRows } from './check-servers.ts';
import { compareObjects } from './compare-objects.ts';
import { type Copied, fillDatabase, type Side } from './fill-database.ts';
import { createAtRunTime } from './run-time-tables.ts';

export interface MovePlan {
  /** The site's own. */
  migrations: MigrationSet;
  roles: SeedSet;
  /** The embedded database would get them at its first start. Here their rows are among those that are moved. */
  seeds: SeedSet | undefined;
  log: Log;
}

/** Refuses a source that cannot be moved, before a target is made for it. */
export async function requireSource(from: ConnectionTarget, plan: MovePlan): Promise<void> {
  const { connection } = await open(from);
  try {
    await runTransaction(connection, (sql) => checkSource(sql, from, [ownMigrations, plan.migrations]));
  } finally {
    connection.destroy();
  }
}

export async function moveDatabase(
  from: ConnectionTarget,
  to: ConnectionTarget,
  plan: MovePlan,
): Promise<Copied> {
  const sets = [ownMigrations, plan.migrations];
  const source = await open(from);
  try {
    const target = await open(to);
    try {
      return await runTransaction(source.connection, async (sql) => {
        await sql.script('set transaction isolation level repeatable read, read only');
        await checkSource(sql, from, sets);
        const here = { sql, client: source.client };
        await inTarget(to, (there) => checkTarget(there, to, sql));
        // A transaction that has failed cannot go on, so all of it is done again.
        return retryOnCollision(() =>
          runTransaction(target.connection, (inside) =>
            fillTarget(here, { sql: inside, client: target.client, place: to }, plan),
          ),
        ).catch((error: unknown) => {
          throw explainEnumFault(error, to);
        });
      });
    } finally {
      target.connection.destroy();
    }
  } finally {
    source.connection.destroy();
  }
}

const unsafeNewEnumValue = '55P04';

/** An older server wants new values of an enum to be committed before they are used, and a move is one transaction. */
function explainEnumFault(error: unknown, to: ConnectionTarget): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (sqlStateOf(error) !== unsafeNewEnumValue && sqlStateOf(cause) !== unsafeNewEnumValue) return error;
  return new DatabaseStartError(
    `A migration adds values to an enum, which ${describeTarget(to)} can use only after a commit. Choose PostgreSQL 17 or newer. Nothing was changed.`,
    { cause: error },
  );
}

async function open(target: ConnectionTarget) {
  try {
    const client = await openClient(target, noTimeLimits, {});
    return { client, connection: connectionOf(client, target) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseStartError(
      `${describeTarget(target)} cannot be reached: ${reason || sqlStateOf(cause) || 'no answer'}. Check the address, the password, and that the server runs and lets this machine in.`,
      { cause },
    );
  }
}

/** On a connection of its own, with the rights that the migrations need. */
async function inTarget(to: ConnectionTarget, check: (sql: TransactionSql) => Promise<void>): Promise<void> {
  const pool = openPool(to, () => {});
  try {
    await pool.transaction(check);
    await requireRoles(pool, { owner: to, iterations: serverIterations });
  } finally {
    await pool.end();
  }
}

async function fillTarget(
  source: Side,
  target: Side & { sql: TransactionSql; place: ConnectionTarget },
  plan: MovePlan,
): Promise<Copied> {
  const { log } = plan;
  const database = withinTransaction(target.sql);
  const quiet: Log = (entry) => entry.level !== 'info' && log(entry);
  await migrate(database, [ownMigrations], quiet);
  await renewStandIns(database);
  const path = join(import.meta.dirname, '..', 'assign-owners.sql');
  await runOwnSqlFile(target.sql, { path, text: await readFile(path, 'utf8') });
  await createSeedRecord(database);
  await seed(database, plan.roles, quiet);
  await migrate(database, [plan.migrations], quiet);
  // What a commit would check, since Postgres changes no table whose rows it has yet to check.
  await target.sql.script('set constraints all immediate');
  log({ level: 'info', message: 'The tables are made. Copying the rows …' });
  for (const { sql } of [source, target]) await sql.script(`set local search_path = ''`);
  await createAtRunTime(source.sql, target.sql);
  const differences = await compareObjects(source.sql, target.sql);
  if (differences.length > 0)
    throw new DatabaseStartError(
      `The migrations do not make all that the database has. Made or changed by hand: ${list(differences)}. ` +
        'Write a migration for it, or undo it, and move then. Nothing was changed.',
    );
  for (const { sql } of [source, target]) await sql.script('set local search_path to default');
  await requireAllRows(target.sql, target.place);
  const copied = await fillDatabase(source, target);
  if (plan.seeds) await recordSeeds(database, plan.seeds, log);
  return copied;
}

/** For what usually makes transactions of its own. */
function withinTransaction(sql: TransactionSql): OneConnection {
  const inside: TransactionSql = Object.assign(
    ((...args: Parameters<TransactionSql>) => sql(...args)) as TransactionSql,
    {
      isTransaction: true as const,
      unsafe: sql.unsafe,
      // No other connection uses the database.
      script: ((text: string) =>
        sql.script(isVacuum(text) ? 'select' : withoutConcurrently(text))) as TransactionSql['script'],
    },
  );
  return {
    sql: inside,
    transaction: async (work) => {
      const result = await work(inside);
      await checkDeferredKeys(sql);
      return result;
    },
  };
}

/** What the commit of a file would check, since Postgres changes no table whose rows it has yet to check, and the next file may do so. */
async function checkDeferredKeys(sql: Sql): Promise<void> {
  // One that shares its name with a key that cannot be deferred cannot be named.
  const keys = await sql<{ name: string }[]>`
    select distinct format('%I.%I', n.nspname, k.conname) as name
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where k.condeferred and not exists (
      select from pg_constraint o where o.conname = k.conname and o.connamespace = k.connamespace and not o.condeferrable)`;
  if (keys.length === 0) return;
  const names = keys.map(({ name }) => name).join(', ');
  await sql.script(`set constraints ${names} immediate; set constraints ${names} deferred`);
}
