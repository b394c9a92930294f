/** Rows of one database into another that has the same tables. */
import type { Client } from 'pg';
import type { Sql } from '../database.ts';
import { DatabaseStartError, ServerError } from '../errors.ts';
import { copyRows } from './copy-rows.ts';
import { findEarlyKeys, listTables, type TableToCopy } from './list-tables.ts';
import { refreshViews } from './refresh-views.ts';

export interface Side {
  client: Client;
  /** On the same connection, in a transaction. */
  sql: Sql;
}

export interface Copied {
  tables: number;
  rows: number;
}

export async function fillDatabase(source: Side, target: Side): Promise<Copied> {
  const [read, written] = await Promise.all([listTables(source.sql), listTables(target.sql)]);
  const suspended = [...written.flatMap((table) => table.triggers), ...findEarlyKeys(written)];
  for (const { off } of suspended) await target.sql.script(off);
  // What migrations have put into the tables is in the source as well, or was deleted there.
  await target.sql.script(`truncate ${written.map(({ name }) => name).join(', ')}`);
  await target.sql.script('set constraints all deferred');
  let rows = 0;
  const known = new Map(read.map((table) => [table.name, table]));
  for (const table of written) {
    const from = known.get(table.name);
    if (from) rows += await copyTable(source, target, withColumnsOf(from, table));
  }
  await copySequences(source.sql, target.sql);
  await copySecrets(source.sql, target.sql);
  await checkDeferred(target.sql);
  for (const { on } of suspended) await target.sql.script(on);
  await ownJobs(source.sql, target.sql);
  await refreshViews(target.sql);
  return { tables: read.length, rows };
}

/** An extension may have other columns than its stand-in. */
function withColumnsOf(from: TableToCopy, to: TableToCopy): TableToCopy {
  return { ...to, columns: to.columns.filter((column) => from.columns.includes(column)) };
}

async function copyTable(source: Side, target: Side, table: TableToCopy): Promise<number> {
  const { name, columns, isPartitioned } = table;
  const list = columns.join(', ');
  try {
    return await copyRows({
      from: source.client,
      // Tables that inherit from this one are copied by themselves.
      read: `copy (select ${list} from ${isPartitioned ? name : `only ${name}`}) to stdout`,
      to: target.client,
      write: `copy ${name} (${list}) from stdin`,
    });
  } catch (cause) {
    throw explain(cause, `The rows of ${name} could not be copied`);
  }
}

/** Postgres changes no table whose rows it has yet to check. */
async function checkDeferred(target: Sql): Promise<void> {
  try {
    await target.script('set constraints all immediate');
  } catch (cause) {
    throw explain(cause, 'The rows that were copied break a rule of their tables');
  }
}

function explain(cause: unknown, what: string): unknown {
  if (!(cause instanceof ServerError)) return cause;
  const said = [cause.message, cause.detail, cause.hint].filter(Boolean).join(' ');
  return new DatabaseStartError(`${what}: ${said}`, { cause });
}

async function copySequences(source: Sql, target: Sql): Promise<void> {
  const names = await source<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;
  for (const { name } of names) {
    const [state] = await source.script<{ last: string; called: string }[]>(
      `select last_value as last, is_called as called from ${name}`,
    );
    const isCalled = state?.called === 't' || String(state?.called) === 'true';
    await target`
      select setval(to_regclass(${name}), ${String(state?.last ?? 1)}::bigint, ${isCalled}) where to_regclass(${name}) is not null`;
  }
}

/** They are encrypted with a key that each server has for itself, so each is decrypted there and encrypted here. */
async function copySecrets(source: Sql, target: Sql): Promise<void> {
  const [found] = await source<
    { exists: boolean }[]
  >`select to_regclass('vault.secrets') is not null as exists`;
  if (!found?.exists) return;
  const [count] = await source<{ count: number }[]>`select count(*)::int as count from vault.secrets`;
  await target.script(
    `do $$ begin if to_regclass('vault.secrets') is not null then delete from vault.secrets; end if; end $$`,
  );
  if (!count?.count) return;
  try {
    const secrets = await source`
      select id, name, description, decrypted_secret as secret, created_at::text as created, updated_at::text as updated
      from vault.decrypted_secrets`;
    const [own] = await target<{ isOwn: boolean }[]>`select to_regproc('vault._key') is not null as "isOwn"`;
    for (const { id, name, description, secret, created, updated } of secrets) {
      // The extension binds what it encrypts to an id that it chooses.
      if (own?.isOwn)
        await target`
          insert into vault.secrets (id, name, description, secret, created_at, updated_at)
          values (${id}::uuid, ${name}, ${description}, ${secret}, ${created}::timestamptz, ${updated}::timestamptz)`;
      else await target`select vault.create_secret(${secret}, ${name}, ${description})`;
    }
  } catch (cause) {
    throw explain(cause, 'The secrets of the vault could not be moved');
  }
}

/** A job runs in the database and as the role that its row names. */
async function ownJobs(source: Sql, target: Sql): Promise<void> {
  const [there] = await source<{ role: string; database: string }[]>`
    select current_user::text as role, current_database()::text as database`;
  const [found] = await target<{ exists: boolean }[]>`select to_regclass('cron.job') is not null as exists`;
  if (!found?.exists || !there) return;
  await target`
    update cron.job set database = current_database(), username = case username when ${there.role} then current_user else username end
    where database = ${there.database}`;
}
