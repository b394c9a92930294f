/** For tests of single migrations of the site, and of upgrades. Other suites begin with all of them: `describeSiteOnEveryServer`. */
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/database.ts';
import { type MigrationSet, ownMigrations } from '../../database/migration-files.ts';
import { makeFolder } from '../harness/database/folders.ts';
import type { TestServer } from '../harness/database/servers.ts';
import { siteMigrations } from '../harness/database/shared-server.ts';

const siteFolder = siteMigrations.folder;

/** The text of one of them. */
export function readSiteMigration(file: string): string {
  return readFileSync(join(siteFolder, file), 'utf8');
}

/** The text of all of them. */
export const siteSchema = readdirSync(siteFolder).sort().map(readSiteMigration).join('\n');

/** Applies them. The returned database is open beside the suite's own, and is closed with it. */
export async function withSiteSchema(server: TestServer): Promise<Database> {
  return migrate(server, siteMigrations);
}

/** The same before the migration of this number, for tests of upgrades with existing data. */
export async function withSiteSchemaBefore(server: TestServer, version: string): Promise<Database> {
  const { folder, remove } = await makeFolder();
  for (const file of await readdir(siteFolder)) {
    if (file < version) await copyFile(join(siteFolder, file), join(folder, file));
  }
  return migrate(server, { kind: 'site', folder }).finally(remove);
}

async function migrate(server: TestServer, migrations: MigrationSet): Promise<Database> {
  const opened = await server.reopen([ownMigrations, migrations]);
  await opened.close();
  return server.database;
}
