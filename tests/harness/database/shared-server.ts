/**
 * Runs once before the tests: an embedded server for all files that test queries, not the server itself, and on it a template database for
 * each schema. A file gets a copy of one, which takes a tenth of a start. The server of `DATABASE_URL` gets the same templates.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { parseDatabaseUrl, toDatabaseUrl } from '../../../database/connection-target.ts';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { type MigrationSet, ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';
import { openPool } from '../../../database/pool.ts';
import { repository } from '../read-tree.ts';
import { makeFolder } from './folders.ts';

/** The backend's own tables alone, or the site's on top of them. */
export type TestSchema = 'backend' | 'site';

export interface ServerOfTemplates {
  url: string;
  templates: Record<TestSchema, string>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: ServerOfTemplates;
    /** That of `DATABASE_URL`. */
    givenServer: ServerOfTemplates | undefined;
  }
}

/** Those of this repository. */
export const siteMigrations: MigrationSet = {
  kind: 'site',
  folder: join(repository, 'supabase', 'migrations'),
};

// On a busy machine even the first connection is slow.
const longTimeouts = { log: () => {}, answerWithinMs: 20_000 };

export default async function startSharedServer(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await makeFolder();
  const server = await openDatabase({ dataFolder: folder, migrations: [], ...longTimeouts });
  // Nothing here has to survive a power cut. Tests of durability start a server of their own.
  await server.sql.script('alter system set fsync = off');
  await server.sql`select pg_reload_conf()`;
  project.provide('testServer', await createTemplates(server.url));
  const given = process.env.DATABASE_URL ? await createTemplates(process.env.DATABASE_URL) : undefined;
  project.provide('givenServer', given);
  return async () => {
    await server.close();
    await remove();
    if (given) for (const template of Object.values(given.templates)) await dropDatabase(given.url, template);
  };
}

/** With names of this run, because other runs may use the same server. */
async function createTemplates(url: string): Promise<ServerOfTemplates> {
  const templates = { backend: createName(), site: createName() };
  await administer(url, `create database ${templates.backend}`);
  await migrate(url, templates.backend, [ownMigrations]);
  await administer(url, `create database ${templates.site} template ${templates.backend}`);
  await migrate(url, templates.site, [ownMigrations, siteMigrations]);
  return { url, templates };
}

async function migrate(url: string, name: string, migrations: MigrationSet[]): Promise<void> {
  const database = await openDatabase({
    databaseUrl: toUrl(url, name),
    dataFolder: '',
    migrations,
    ...longTimeouts,
  });
  await database.close();
}

/** A separate database with these tables. Closing removes it. */
export async function openCopiedDatabase(options: {
  log: Log;
  answerWithinMs?: number;
  statementTimeoutMs?: number;
  schema?: TestSchema;
  server?: ServerOfTemplates;
}): Promise<Database> {
  const { schema = 'backend', server = inject('testServer'), ...opened } = options;
  const name = createName();
  await administer(server.url, `create database ${name} template ${server.templates[schema]}`);
  const database = await openDatabase({
    databaseUrl: toUrl(server.url, name),
    dataFolder: '',
    migrations: [ownMigrations],
    ...opened,
  });
  return {
    ...database,
    async close() {
      await database.close();
      await dropDatabase(server.url, name);
    },
  };
}

function createName(): string {
  return `porchlight_test_${randomBytes(6).toString('hex')}`;
}

function toUrl(server: string, database: string): string {
  return toDatabaseUrl({ ...parseDatabaseUrl(server), database });
}

async function dropDatabase(url: string, name: string): Promise<void> {
  await administer(url, `drop database if exists ${name} with (force)`);
}

async function administer(url: string, statement: string): Promise<void> {
  const { sql, end } = openPool(parseDatabaseUrl(url), () => {});
  await sql.script(statement).finally(end);
}
