import { identifier } from '../driver/sql.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import type { Log } from '../log.ts';
import { openPool } from '../pool.ts';
import { readFileNames } from './data-files.ts';
import type { BackupWatch } from './progress.ts';

export interface Contents {
  tables: number;
  rows: number;
  /** Those outside of the tables of Postgres itself, which change by themselves. */
  ownRows: number;
  /** The stored files that rows name. Undefined when there is no storage. */
  files: Set<string> | undefined;
}

/**
 * Opens the copy with a separate server and reads every row of every table, which checks every page. Then it shuts down cleanly, so that
 * the backup is one that has been opened.
 */
export async function verifyCluster(
  copy: string,
  programsHome: string,
  log: Log,
  { signal, onProgress }: BackupWatch = {},
): Promise<Contents> {
  signal?.throwIfAborted();
  const server = await startEmbedded({ dataFolder: copy, programsHome, log });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= server.stop();
    return stopping;
  };
  // Reading a large table takes long; without its server it ends at once.
  const stopEarly = () => void stop().catch(() => {});
  signal?.addEventListener('abort', stopEarly);
  try {
    const { sql, end } = openPool(server.target, log);
    try {
      const tables = await sql<{ schema: string; name: string }[]>`
        select n.nspname as schema, c.relname as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'm') and c.relpersistence = 'p' and c.relispopulated`;
      let rows = 0;
      let ownRows = 0;
      for (const [done, table] of tables.entries()) {
        signal?.throwIfAborted();
        onProgress?.({ step: 'read', done, total: tables.length });
        const [read] = await sql<{ count: string }[]>`
          select count(t::text) from only ${identifier(table.schema)}.${identifier(table.name)} as t`;
        rows += Number(read?.count ?? 0);
        if (table.schema !== 'pg_catalog') ownRows += Number(read?.count ?? 0);
      }
      return { tables: tables.length, rows, ownRows, files: await readFileNames(sql) };
    } finally {
      await end();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stopEarly);
    await stop();
  }
}
