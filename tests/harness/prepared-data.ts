/**
 * What makes the start of a site for a test cheaper: compiled modules, as `npm start` has them, and the data of a site that was started once,
 * with its migrations, rendered articles and search index. Without it each of some forty sites would create a database of its own.
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './database/folders.ts';
import { repository } from './read-tree.ts';

export const compileCache = { NODE_COMPILE_CACHE: join(repository, 'node_modules', '.cache', 'compile') };

/** Set by browser-setup.ts: Playwright passes the environment to its workers. Elsewhere a site starts with an empty folder. */
export const preparedData = 'PREPARED_DATA';

/** A data folder for one site, which belongs to no other. */
export async function makeDataFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const made = await makeFolder();
  const prepared = process.env[preparedData];
  if (prepared) await cp(prepared, made.folder, { recursive: true });
  return made;
}
