import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeDurableFolder, writeDurably } from '../durable-files.ts';
import { DatabaseStartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { isRestorePending } from './pending-restore.ts';
import { majorVersion } from './platform-package.ts';
import { canReach, chooseRunAs, type RunAs } from './run-as.ts';

/** The paths of the embedded server. */
export interface ClusterLocation {
  /** The data folder, or its replacement when the server's user cannot reach it. */
  home: string;
  /** Complete or missing: it gets this name when it is ready. */
  cluster: string;
  data: string;
  ownerFile: string;
  runAs: RunAs | undefined;
}

/** The parent of data folders of root that only root could enter. */
export const reachableRoot = '/var/lib/porchlight';

const locationFile = 'postgres.location';

/** Chooses the location, and refuses one that must not be used. Creates folders, changes nothing that exists. */
export async function chooseLocation(
  dataFolder: string,
  otherRoot: string,
  log: Log,
): Promise<ClusterLocation> {
  const folder = resolve(dataFolder);
  const pointer = join(folder, locationFile);
  const storedPath = readLocationFile(pointer);
  if (storedPath !== undefined) {
    const location = locationIn(storedPath);
    log({ level: 'info', message: `The database is kept in ${location.home}, as ${pointer} says.` });
    return location;
  }
  const location = locationIn(folder);
  await makeDurableFolder(folder, 0o711);
  if (!location.runAs || canEnter(folder, location.runAs)) return location;

  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  const other = locationIn(join(otherRoot, `${basename(dirname(folder))}-${digest}`));
  await makeDurableFolder(other.home, 0o711);
  if (!canEnter(other.home, location.runAs)) {
    throw new DatabaseStartError(
      `Postgres runs as ${location.runAs.name}, who can enter neither ${folder} nor ${other.home}. ` +
        'Set DATA_DIR to a folder whose parents every user may enter, or start as another user.',
    );
  }
  // The location is stored, so that the data is found again when the folder is moved.
  await writeDurably(pointer, `${other.home}\n`, { mode: 0o644 });
  log({
    level: 'info',
    message: `The database is kept in ${other.home}, because ${location.runAs.name} cannot enter ${folder}.`,
  });
  return other;
}

/** The existing location of a data folder, if it has a database or a restore is pending. Creates nothing. */
export function findLocation(dataFolder: string): ClusterLocation | undefined {
  const folder = resolve(dataFolder);
  const location = locationIn(readLocationFile(join(folder, locationFile)) ?? folder);
  return existsSync(location.data) || isRestorePending(location.home) ? location : undefined;
}

/** An empty file (after a power cut) is ignored; the same location is chosen again, because it is derived from the folder's name. */
function readLocationFile(pointer: string): string | undefined {
  const text = existsSync(pointer) ? readFileSync(pointer, 'utf8').replaceAll('\0', '').trim() : '';
  return text === '' ? undefined : text;
}

/** The location in a folder, whether or not it has data yet. */
export function locationIn(home: string): ClusterLocation {
  const cluster = join(home, 'postgres');
  const data = join(cluster, 'data');
  refuseOtherVersion(data);
  refuseOtherOwner(data);
  return { home, cluster, data, ownerFile: join(home, 'postgres.owner.json'), runAs: chooseRunAs(data) };
}

function canEnter(folder: string, runAs: RunAs): boolean {
  if (canReach(runAs, folder)) return true;
  if (!canReach(runAs, dirname(folder))) return false;
  // Only our own folder blocks the user: make it traversable, but not listable.
  chmodSync(folder, statSync(folder).mode | 0o011);
  return canReach(runAs, folder);
}

function refuseOtherVersion(data: string): void {
  const path = join(data, 'PG_VERSION');
  let found: string;
  try {
    found = readFileSync(path, 'utf8').trim();
  } catch {
    return;
  }
  if (found === majorVersion) return;
  throw new DatabaseStartError(
    `${data} holds data of PostgreSQL ${found}, and this program brings PostgreSQL ${majorVersion}. Nothing was changed. ` +
      `Start the version of this program that wrote it and make a dump (pg_dump of the DB_URL that "npm run keys" prints), ` +
      `move ${dirname(data)} away, start this version once, and load the dump with psql.`,
  );
}

function refuseOtherOwner(data: string): void {
  const caller = process.getuid?.();
  const found = statSync(data, { throwIfNoEntry: false });
  if (!found || caller === undefined || caller === 0 || found.uid === caller) return;
  throw new DatabaseStartError(
    `${data} belongs to user ${found.uid}, and this process runs as user ${caller}. ` +
      `Start it as that user, or hand the folder over: sudo chown -R ${caller} ${dirname(data)}`,
  );
}
