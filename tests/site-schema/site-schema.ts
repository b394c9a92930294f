/** For tests: the database of a suite with the site's own tables, from supabase/migrations, on top of the backend's. */
import { join } from 'node:path';
import type { Database } from '../../database/database.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import type { TestServer } from '../../database/testing/servers.ts';
import { repository } from '../harness/read-tree.ts';

const siteMigrations = { kind: 'site', folder: join(repository, 'supabase', 'migrations') } as const;

/** Applies them. The database that comes back is open beside the suite's own, and is closed with it. */
export async function withSiteSchema(server: TestServer): Promise<Database> {
  const opened = await server.reopen([ownMigrations, siteMigrations]);
  await opened.close();
  return server.database;
}
