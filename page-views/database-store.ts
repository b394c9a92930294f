import type { Connections } from '../database/database.ts';
import type { ViewStore } from './view-store.ts';

/** Stores views in our Postgres, with the tables and functions of supabase/migrations. */
export function createDatabaseStore({ sql }: Pick<Connections, 'sql'>): ViewStore {
  return {
    async readSalt(day) {
      const [row] = await sql<{ salt: string }[]>`select site.page_view_salt(${day}::text::date) as salt`;
      if (!row) throw new Error('The database gave no salt.');
      return row.salt;
    },
    async record(batch) {
      // As text: the driver would encode JSON a second time.
      await sql`select site.write_page_views(${JSON.stringify(batch)}::text::jsonb)`;
    },
    async count(paths) {
      const [row] = await sql<{ counts: Record<string, number> }[]>`
        select site.count_page_views(${paths}::text[]) as counts`;
      return row?.counts ?? {};
    },
  };
}
