/**
 * Runs once before the tests: an embedded server for all files that test queries, not the server itself. Each file gets a copy of a
 * template database with all migrations, which takes a tenth of a start.
 */
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { parseDatabaseUrl, toDatabaseUrl } from '../../../database/connection-target.ts';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';
import { openPool } from '../../../database/pool.ts';
import { makeFolder } from './folders.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: string;
  }
}

const template = 'porchlight_template';
// On a busy machine even the first connection is slow.
const longTimeouts = { log: () => {}, answerWithinMs: 20_000 };

export default async function startSharedServer(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await makeFolder();
  const server = await openDatabase({ dataFolder: folder, migrations: [], ...longTimeouts });
  await server.sql.script(`create database ${template}`);
  const migrated = await openDatabase({
    databaseUrl: toDatabaseUrl({ ...parseDatabaseUrl(server.url), database: template }),
    dataFolder: '',
    migrations: [ownMigrations],
    ...longTimeouts,
  });
  await migrated.close();
  project.provide('testServer', server.url);
  return async () => {
    await server.close();
    await remove();
  };
}

/** A separate database with the backend's tables. Closing removes it. */
export async function openCopiedDatabase(options: {
  log: Log;
  answerWithinMs?: number;
  statementTimeoutMs?: number;
}): Promise<Database> {
  const server = inject('testServer');
  const name = `porchlight_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);
  const databaseUrl = toDatabaseUrl({ ...parseDatabaseUrl(server), database: name });
  const database = await openDatabase({
    databaseUrl,
    dataFolder: '',
    migrations: [ownMigrations],
    ...options,
  });
  return {
    ...database,
    async close() {
      await database.close();
      await administer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const { sql, end } = openPool(parseDatabaseUrl(url), () => {});
  await sql.script(statement).finally(end);
}
