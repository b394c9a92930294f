import type { Sql } from '../database.ts';

/** What the server of DATABASE_URL has, for the table that is logged at the start. */
export interface ServerFacts {
  version: string;
  /** The owner's role, quoted. */
  role: string;
  walLevel: string;
  mayReplicate: boolean;
  freeSlots: number;
  maxSlots: number;
  freeSenders: number;
  maxSenders: number;
  /** The extensions that our own tables and functions use. */
  extensions: { name: string; isAvailable: boolean; isInstalled: boolean }[];
}

const usedExtensions = ['pgcrypto', 'uuid-ossp'];

/** One statement that only reads. */
export async function readServer(sql: Sql): Promise<ServerFacts> {
  const [facts] = await sql<ServerFacts[]>`
    select current_setting('server_version') as version, quote_ident(current_user) as role, current_setting('wal_level') as "walLevel",
      (select rolsuper or rolreplication from pg_roles where rolname = current_user) as "mayReplicate",
      current_setting('max_replication_slots')::int as "maxSlots", current_setting('max_wal_senders')::int as "maxSenders",
      current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as "freeSlots",
      current_setting('max_wal_senders')::int - (select count(*)::int from pg_stat_replication) as "freeSenders",
      (
        select json_agg(json_build_object(
          'name', used.name,
          'isAvailable', exists (select from pg_available_extensions a where a.name = used.name),
          'isInstalled', exists (select from pg_extension e where e.extname = used.name)
        ) order by used.name)
        from unnest(${usedExtensions}::text[]) as used (name)
      ) as extensions`;
  if (!facts) throw new Error('The server described itself with no row.');
  return facts;
}
