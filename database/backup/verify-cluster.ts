import { startEmbedded } from '../embedded/start-embedded.ts';
import type { Log } from '../log.ts';
import { createPool, noTimeLimits } from '../pool.ts';
import { readFileNames } from './data-files.ts';

export interface Contents {
  tables: number;
  rows: number;
  /** The stored files that rows speak of, by the name of the file. Undefined where nothing is stored. */
  files: Set<string> | undefined;
}

/**
 * Opens the copy with a server of its own and reads every row of every table, which checks every page on the way. The
 * copy is closed again in good order, so that what is kept is not a copy that may open but one that did.
 */
export async function verifyCluster(copy: string, programsHome: string, log: Log): Promise<Contents> {
  const server = await startEmbedded({ dataFolder: copy, programsHome, log });
  try {
    const sql = createPool(server.target, noTimeLimits, log);
    try {
      const tables = await sql<{ schema: string; name: string }[]>`
        select n.nspname as schema, c.relname as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'm') and c.relpersistence = 'p' and c.relispopulated`;
      let rows = 0;
      for (const table of tables) {
        const [read] = await sql<{ count: string }[]>`
          select count(t::text) from only ${sql(table.schema)}.${sql(table.name)} as t`;
        rows += Number(read?.count ?? 0);
      }
      return { tables: tables.length, rows, files: await readFileNames(sql) };
    } finally {
      await sql.end({ timeout: 5 });
    }
  } finally {
    await server.stop();
  }
}
