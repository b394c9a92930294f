import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { type MigrationSet, ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';
import { openCopiedDatabase, type TestSchema } from './shared-server.ts';

/** The context of a suite: its database, and a function to open it again. */
export interface TestServer {
  database: Database;
  reopen(migrations?: MigrationSet[]): Promise<Database>;
}

// A busy machine is slow, and these suites check results, not times.
const longTimeouts = { answerWithinMs: 20_000, statementTimeoutMs: 60_000 };

/** Runs a suite with the backend's tables on the embedded server or, when DATABASE_URL names one, on that server instead. */
export function describeOnEveryServer(name: string, suite: (server: () => TestServer) => void): void {
  describeOnServer(name, 'backend', suite);
}

/** The same with the site's own tables, from supabase/migrations, on top of the backend's. */
export function describeSiteOnEveryServer(name: string, suite: (server: () => TestServer) => void): void {
  describeOnServer(name, 'site', suite);
}

/** Runs a suite only when DATABASE_URL names a server. */
export function describeOnGivenServer(name: string, suite: (server: () => TestServer) => void): void {
  if (process.env.DATABASE_URL) describeOnServer(name, 'backend', suite);
}

/** Runs a suite that does not depend on DATABASE_URL, and only when none is set: once, not once per server. */
export function describeWithoutServer(name: string, suite: () => void): void {
  if (!process.env.DATABASE_URL) describe(name, suite);
}

function describeOnServer(name: string, schema: TestSchema, suite: (server: () => TestServer) => void): void {
  const place = process.env.DATABASE_URL ? 'on the server of DATABASE_URL' : 'embedded';
  describe(`${name}, ${place}`, () => suite(useServer(schema)));
}

function useServer(schema: TestSchema): () => TestServer {
  let opened: TestServer | undefined;
  beforeAll(async () => {
    const server = inject('givenServer') ?? inject('testServer');
    const database = await openCopiedDatabase({ server, schema, log: () => {}, ...longTimeouts });
    opened = {
      database,
      reopen: (migrations = [ownMigrations]) =>
        openDatabase({
          databaseUrl: database.url,
          dataFolder: '',
          log: () => {},
          migrations,
          ...longTimeouts,
        }),
    };
  });
  afterAll(() => opened?.database.close());
  return () => {
    if (!opened) throw new Error('The server of this suite did not start.');
    return opened;
  };
}
