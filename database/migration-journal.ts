import type { Sql, TransactionSql } from './database.ts';
import type { MigrationFile, MigrationSet } from './migration-files.ts';
import { splitStatements } from './split-statements.ts';

/** A migration that was applied. There is no checksum when another program applied it. */
interface AppliedMigration {
  version: string;
  name: string | null;
  checksum?: string;
}

export interface Applied {
  versions: ReadonlySet<string>;
  find(file: MigrationFile): AppliedMigration | undefined;
}

/** An advisory lock for processes that start at once; the number is used by this program only. */
const lockKey = 7_205_759_403;

export async function lockMigrations(sql: TransactionSql): Promise<void> {
  // The current holder may need minutes, so there is no lock timeout.
  await sql`select set_config('lock_timeout', '0', true)`;
  await sql`select pg_advisory_xact_lock(${lockKey})`;
  await sql`select set_config('lock_timeout', '30s', true)`;
}

/** The same for a statement that runs outside a transaction. Returns false while another process has the lock. */
export async function lockUnbound(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${lockKey + 1}) as locked`;
  return row?.locked ?? false;
}

export async function unlockUnbound(sql: Sql): Promise<void> {
  await sql`select pg_advisory_unlock(${lockKey + 1})`;
}

/** Creates the record tables. Supabase's has the columns of its CLI. */
export async function prepareJournal(sql: TransactionSql): Promise<void> {
  await sql`create schema if not exists porchlight`;
  await sql`
    create table if not exists porchlight.applied_migrations (
      kind text not null,
      version text not null,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      primary key (kind, version, name)
    )`;
  await sql`create schema if not exists supabase_migrations`;
  await sql`create table if not exists supabase_migrations.schema_migrations (version text not null primary key)`;
  await sql`alter table supabase_migrations.schema_migrations add column if not exists statements text[]`;
  await sql`alter table supabase_migrations.schema_migrations add column if not exists name text`;
}

export async function isJournalReady(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ ready: boolean }[]>`
    select to_regclass('porchlight.applied_migrations') is not null
       and to_regclass('supabase_migrations.schema_migrations') is not null as ready`;
  return row?.ready ?? false;
}

export async function readApplied(sql: Sql, kind: MigrationSet['kind']): Promise<Applied> {
  const ours = await sql<AppliedMigration[]>`
    select version, name, checksum from porchlight.applied_migrations where kind = ${kind}`;
  // A database of a Supabase project has its own records.
  const theirs =
    kind === 'own'
      ? []
      : await sql<AppliedMigration[]>`select version, name from supabase_migrations.schema_migrations`;
  const all = [...ours, ...theirs];
  return {
    versions: new Set(all.map(({ version }) => version)),
    find({ version, name, isOnlyOfVersion }) {
      const same = all.filter((applied) => applied.version === version);
      // A file that was renamed is still the same migration, if no other file has its number.
      return same.find((applied) => applied.name === name) ?? (isOnlyOfVersion ? same[0] : undefined);
    },
  };
}

export async function recordApplied(
  sql: TransactionSql,
  kind: MigrationSet['kind'],
  file: MigrationFile,
): Promise<void> {
  await sql`
    insert into porchlight.applied_migrations (kind, version, name, checksum)
    values (${kind}, ${file.version}, ${file.name}, ${file.checksum})
    on conflict do nothing`;
  if (kind === 'own') return;
  const statements = splitStatements(file.text).map(({ text }) => text);
  await sql`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${file.version}, ${file.name}, ${statements})
    on conflict (version) do nothing`;
}
