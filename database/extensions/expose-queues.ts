import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../database.ts';
import { lockMigrations } from '../migration-journal.ts';
import type { Pool } from '../pool.ts';

/**
 * Creates the schema pgmq_public, over the extension pgmq or its stand-in. A project that has brought the schema, or has not created pgmq
 * yet, stays as it is.
 */
export async function exposeQueues(database: Pick<Pool, 'sql' | 'transaction'>): Promise<void> {
  if (!(await areUnexposed(database.sql))) return;
  const text = await readFile(join(import.meta.dirname, 'pgmq_public.sql'), 'utf8');
  await database.transaction(async (sql) => {
    await lockMigrations(sql);
    // Another process may have done it while we waited.
    if (await areUnexposed(sql)) await sql.script(text);
  });
}

/** Reads the tables of the catalog: `to_regnamespace` and the like may answer from a cache of before the wait. */
async function areUnexposed(sql: Sql): Promise<boolean> {
  const found = await sql`
    select from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = 'pgmq' and t.typname = 'message_record'
      and not exists (select from pg_namespace where nspname = 'pgmq_public')`;
  return found.length > 0;
}
