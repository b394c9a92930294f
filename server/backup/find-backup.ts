import { basename, dirname, resolve } from 'node:path';
import { type Manifest, readManifest } from '../../database/backup/manifest.ts';
import { chooseLocation, reachableRoot } from '../../database/embedded/cluster-location.ts';
import { DatabaseStartError } from '../../database/errors.ts';
import type { Log } from '../../database/log.ts';
import type { BackupPlace } from './backup-place.ts';
import { isS3Address, type S3Account } from './backup-settings.ts';
import { openPlace } from './open-place.ts';

export interface FoundBackup {
  /** Of the backup itself. */
  address: string;
  /** Calls `use` with a folder that holds it. */
  use<Result>(
    dataFolder: string,
    log: Log,
    use: (folder: string, manifest: Manifest) => Promise<Result>,
  ): Promise<Result>;
}

/** The backup of this address, or the newest of the place of this address. */
export async function findBackup(given: string, account: S3Account): Promise<FoundBackup> {
  const address = isS3Address(given) ? given.replace(/\/+$/, '') : resolve(given);
  const slash = address.lastIndexOf('/');
  const parent = isS3Address(address) ? address.slice(0, slash) : dirname(address);
  const name = isS3Address(address) ? address.slice(slash + 1) : basename(address);
  const itself = await listNamed(parent, name, account);
  if (itself) return createFound(itself, name);
  const place = openPlace(address, account);
  const [newest] = await place.list();
  if (!newest)
    throw new DatabaseStartError(
      `${address} is not a complete backup, and holds none: there is no readable backup.json.`,
    );
  return createFound(place, newest.name);
}

/** The place that has a complete backup of this name. */
async function listNamed(parent: string, name: string, account: S3Account): Promise<BackupPlace | undefined> {
  // s3://bucket has no place above it.
  if (parent === 's3:/' || name === '') return undefined;
  const place = openPlace(parent, account);
  return (await place.has(name)) ? place : undefined;
}

function createFound(place: BackupPlace, name: string): FoundBackup {
  return {
    address: isS3Address(place.address) ? `${place.address}/${name}` : resolve(place.address, name),
    async use(dataFolder, log, use) {
      const { home } = await chooseLocation(dataFolder, reachableRoot, log);
      return place.open(name, { home }, async (folder) => use(folder, await readManifest(folder)));
    },
  };
}
