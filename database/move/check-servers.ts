/** What would make a move fail, found out before anything is written. */
import type { ConnectionTarget } from '../connection-target.ts';
import { describeTarget } from '../connection-target.ts';
import type { Sql } from '../database.ts';
import { DatabaseStartError } from '../errors.ts';
import { standIns } from '../extensions/stand-ins.ts';
import { readMigrationState } from '../migrate.ts';
import type { MigrationSet } from '../migration-files.ts';
import { isJournalReady } from '../migration-journal.ts';

/** The oldest that the site's own tables are made for. */
const oldestVersion = 15;
const named = 8;

/** The source has to be a database of this version of the site, which nothing writes to. */
export async function checkSource(sql: Sql, target: ConnectionTarget, sets: MigrationSet[]): Promise<void> {
  const place = describeTarget(target);
  if (!(await isJournalReady(sql)))
    throw new DatabaseStartError(`${place} is not a database of this site: no migration was applied there.`);
  for (const set of sets) {
    const { pending } = await readMigrationState({ sql }, set);
    if (pending.length > 0)
      throw new DatabaseStartError(
        `${place} lacks migrations of this version (${list(pending)}). Start the site with it once, stop it, and move then.`,
      );
  }
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'porchlight' and pid <> pg_backend_pid()`;
  if (others?.count)
    throw new DatabaseStartError(
      `The site is running: it has ${others.count} connections to ${place}. Stop all of its processes first, so that nothing is written during the move.`,
    );
  const [large] = await sql<{ count: number }[]>`select count(*)::int as count from pg_largeobject_metadata`;
  if (large?.count)
    throw new DatabaseStartError(
      `${place} has large objects (${large.count}), which are not moved. Keep their bytes in a column of type bytea (lo_get gives them), ` +
        'remove them with "select lo_unlink(oid) from pg_largeobject_metadata", and move then. Nothing was changed.',
    );
  await requireAllRows(sql, target);
}

/** The target has to be empty, and to have what the source needs. */
export async function checkTarget(sql: Sql, target: ConnectionTarget, source: Sql): Promise<void> {
  const place = describeTarget(target);
  const [version] = await sql<{ number: number; text: string }[]>`
    select current_setting('server_version_num')::int / 10000 as number, current_setting('server_version') as text`;
  if (version && version.number < oldestVersion)
    throw new DatabaseStartError(
      `${place} is PostgreSQL ${version.text}, and the site needs ${oldestVersion} or newer. Choose a newer server.`,
    );
  const found = await listContents(sql);
  if (found.length > 0)
    throw new DatabaseStartError(
      `${place} is not empty. It has ${list(found)}. Name an empty database: create database porchlight; nothing was changed.`,
    );
  const missing = await listMissingExtensions(sql, source);
  if (missing.length > 0)
    throw new DatabaseStartError(
      `${place} does not offer the ${missing.length === 1 ? 'extension' : 'extensions'} ${missing.join(', ')}, which the database uses. ` +
        'Install them on that server (in Debian: postgresql-contrib, postgresql-…-postgis-3), or choose another one.',
    );
}

/** Postgres leaves rows out of a copy without an error where row security applies to the reader, and refuses them to the writer. */
export async function requireAllRows(sql: Sql, target: ConnectionTarget): Promise<void> {
  // An extension shows each user his own, such as the jobs of pg_cron.
  const rows = await sql<{ name: string; role: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, quote_ident(current_user) as role
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and row_security_active(c.oid)
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`;
  const [first] = rows;
  if (!first) return;
  throw new DatabaseStartError(
    `${describeTarget(target)} hides rows from ${first.role}, by row security: ${list(rows.map(({ name }) => name))}. ` +
      `Run this there as a superuser: alter role ${first.role} bypassrls; and after the move: alter role ${first.role} nobypassrls. ` +
      'Or write a migration: alter table … no force row level security. Nothing was changed.',
  );
}

/** Schemas, and what is in the schema public. What an extension has brought along does not count. */
async function listContents(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select 'the schema ' || quote_ident(n.nspname) as name from pg_namespace n
    where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public', 'extensions')
      and not exists (select from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')
    union all
    select case c.relkind when 'v' then 'the view ' when 'S' then 'the sequence ' else 'the table ' end || quote_ident(c.relname)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
    union all
    select 'the function ' || quote_ident(p.proname) from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  return rows.map(({ name }) => name);
}

async function listMissingExtensions(target: Sql, source: Sql): Promise<string[]> {
  const [used, offered] = await Promise.all([
    source<{ name: string }[]>`select extname as name from pg_extension`,
    target<{ name: string }[]>`select name from pg_available_extensions`,
  ]);
  const names = new Set(offered.map(({ name }) => name));
  return used.map(({ name }) => name).filter((name) => !names.has(name) && !standIns.has(name));
}

export function list(names: readonly string[]): string {
  const more = names.length - named;
  return more > 0 ? `${names.slice(0, named).join(', ')} and ${more} more` : names.join(', ');
}
