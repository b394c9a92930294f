import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../database/database.ts';
import { ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';

/** For tests: an empty database of its own, which closing removes. */
export async function openTestDatabase(): Promise<Database> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'porchlight-test-'));
  const database = await openDatabase({ dataFolder, log: () => {}, migrations: [ownMigrations] });
  return {
    ...database,
    async close() {
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
