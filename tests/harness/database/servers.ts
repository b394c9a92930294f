import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { parseDatabaseUrl, toDatabaseUrl } from '../../../database/connection-target.ts';
import type { Database } from '../../../database/database.ts';
import { type MigrationSet, ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';
import { openPool } from '../../../database/pool.ts';
import { openCopiedDatabase } from './shared-server.ts';

/** The context of a suite: its database, and a function to open it again. */
export interface TestServer {
  database: Database;
  reopen(migrations?: MigrationSet[]): Promise<Database>;
}

// A busy machine is slow, and these suites check results, not times.
const longTimeouts = { answerWithinMs: 20_000, statementTimeoutMs: 60_000 };

/** Runs a suite on the embedded server or, when DATABASE_URL names one, on that server instead. */
export function describeOnEveryServer(name: string, suite: (server: () => TestServer) => void): void {
  if (process.env.DATABASE_URL) describeOnGivenServer(name, suite);
  else describe(`${name}, embedded`, () => suite(useServer(copyOnSharedServer)));
}

/** Runs a suite only when DATABASE_URL names a server. */
export function describeOnGivenServer(name: string, suite: (server: () => TestServer) => void): void {
  const url = process.env.DATABASE_URL;
  if (url)
    describe(`${name}, on the server of DATABASE_URL`, () => suite(useServer(() => useDatabaseOf(url))));
}

/** Runs a suite that does not depend on DATABASE_URL, and only when none is set: once, not once per server. */
export function describeWithoutServer(name: string, suite: () => void): void {
  if (!process.env.DATABASE_URL) describe(name, suite);
}

function useServer(start: () => Promise<TestServer & { end: () => Promise<void> }>): () => TestServer {
  let server: Awaited<ReturnType<typeof start>> | undefined;
  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server?.end(), 60_000);
  return () => {
    if (!server) throw new Error('The server of this suite did not start.');
    return server;
  };
}

/** The embedded server that all files share; it belongs to the test run, so each file connects by its URL. */
async function copyOnSharedServer() {
  const database = await openCopiedDatabase({ log: () => {}, ...longTimeouts });
  return serverOf(database, database.url, async () => {});
}

async function useDatabaseOf(url: string) {
  const name = `porchlight_test_${randomBytes(6).toString('hex')}`;
  const administer = async (statement: string) => {
    const { sql, end } = openPool(parseDatabaseUrl(url), () => {});
    await sql.script(statement).finally(end);
  };
  await administer(`create database ${name}`);
  const own = toDatabaseUrl({ ...parseDatabaseUrl(url), database: name });
  const options = {
    databaseUrl: own,
    dataFolder: '',
    log: () => {},
    migrations: [ownMigrations],
    ...longTimeouts,
  };
  const database = await openDatabase(options);
  return serverOf(database, own, () => administer(`drop database ${name} with (force)`));
}

function serverOf(database: Database, databaseUrl: string, remove: () => Promise<void>) {
  return {
    database,
    reopen: (migrations: MigrationSet[] = [ownMigrations]) =>
      openDatabase({ databaseUrl, dataFolder: '', log: () => {}, migrations, ...longTimeouts }),
    async end() {
      await database.close();
      await remove();
    },
  };
}
