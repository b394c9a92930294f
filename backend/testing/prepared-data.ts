/** The database of a project as it is before its first user, kept from one run of the tests to the next. */
import { execFile } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../../database/log.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import type { BackendSettings } from '../config/backend-settings.ts';
import { listProjectFiles, openAloneDatabase } from '../open-alone.ts';

/** Others are of migrations as they were before, or of other projects. */
const keptCount = 3;
/** Another process may be copying one that was used a moment ago, or be making one. */
const inUseMs = 3_600_000;

/** Copies it into the data folder of the settings. The first time, and after a change of a migration, it is made. */
export async function copyPreparedData(settings: BackendSettings, log: Log): Promise<void> {
  const place = resolve('node_modules', '.cache', 'porchlight', 'test-data');
  const prepared = join(place, await hashProject(settings));
  if (!existsSync(prepared)) await prepare(settings, prepared, log);
  const now = new Date();
  await utimes(prepared, now, now);
  await copyFolder(prepared, settings.dataDirectory);
}

/** Made in a folder that the user of the database can reach. When two backends make it at once, the first one stays. */
async function prepare(settings: BackendSettings, target: string, log: Log): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-prepare-'));
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}-`);
  try {
    const making = { ...settings, dataDirectory: folder };
    const database = await openAloneDatabase(making, listProjectFiles(making), log);
    await database.close();
    await copyFolder(folder, draft);
    await rename(draft, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
    await removeOthers(dirname(target));
  } finally {
    await Promise.all([folder, draft].map((each) => rm(each, { recursive: true, force: true })));
  }
}

/** `cp` copies 1,400 small files in a third of the time that Node takes. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-R', `${from}/.`, to]);
}

/** Of everything that decides what is in the database at the start. */
async function hashProject({ config }: BackendSettings): Promise<string> {
  const hash = createHash('sha256');
  await addFolder(hash, ownMigrations.folder);
  await addFolder(hash, config.directory);
  return hash.digest('hex').slice(0, 16);
}

async function addFolder(hash: Hash, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\.(sql|toml)$/.test(file))
    .sort();
  for (const file of files)
    hash
      .update(relative(folder, file))
      .update('\0')
      .update(await readFile(file));
}

async function removeOthers(place: string): Promise<void> {
  const names = await readdir(place);
  const found = await Promise.all(
    names.map(async (name) => {
      // Another process may have removed it.
      const { mtimeMs } = await stat(join(place, name)).catch(() => ({ mtimeMs: 0 }));
      return { path: join(place, name), isDraft: name.includes('-'), usedAt: mtimeMs };
    }),
  );
  const unused = found.filter(({ usedAt }) => usedAt < Date.now() - inUseMs);
  const kept = found
    .filter(({ isDraft }) => !isDraft)
    .sort((one, other) => other.usedAt - one.usedAt)
    .slice(0, keptCount);
  const old = unused.filter((each) => !kept.includes(each));
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}
