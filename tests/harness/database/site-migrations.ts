import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { parseDatabaseUrl } from '../../../database/connection-target.ts';
import type { Log, LogEntry } from '../../../database/log.ts';
import { migrate } from '../../../database/migrate.ts';
import { openPool } from '../../../database/pool.ts';
import { makeFolder } from './folders.ts';
import type { TestServer } from './servers.ts';

/** A folder of the site's migrations for each test. */
export function useSiteMigrations(server: () => Pick<TestServer, 'database'>) {
  let folder = '';
  let remove = async () => {};
  let number = 0;
  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
  });
  afterEach(() => remove());
  return {
    /** Applies a new file with this text, and returns what is logged about it. */
    async apply(text: string): Promise<LogEntry[]> {
      // Versions are unique, because a suite shares one database.
      number += 1;
      const file = join(folder, `2026010112${String(number).padStart(4, '0')}_change_things.sql`);
      await writeFile(file, text);
      const logged: LogEntry[] = [];
      const log: Log = (entry) => logged.push(entry);
      const pool = openPool(parseDatabaseUrl(server().database.url), log);
      try {
        await migrate(pool, [{ kind: 'site', folder }], log);
      } finally {
        await pool.end();
        await rm(file);
      }
      return logged.filter(({ message }) => !message.startsWith('Applied migrations without a file'));
    },
  };
}
