/**
 * Backups in a bucket: `<prefix>/<name>/backup.tar.gz`, then `<prefix>/<name>/backup.json`, which describes it. Without the second there is
 * no backup.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Client } from '../../backend/storage/files/s3-client.ts';
import { timeOfName } from '../../database/backup/list-backups.ts';
import {
  formatManifest,
  type Manifest,
  manifestPath,
  parseManifest,
} from '../../database/backup/manifest.ts';
import type { BackupWatch } from '../../database/backup/progress.ts';
import { DatabaseStartError } from '../../database/errors.ts';
import { type BackupPlace, longestBackupMs } from './backup-place.ts';
import { type Archive, fetchArchive, sendArchive } from './s3-archive.ts';
import { tryAgain } from './try-again.ts';

export interface S3PlaceOptions {
  client: S3Client;
  bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  prefix: string;
  /** The cause and the fix of a fault of the store, for the owner. */
  explain(error: unknown): Error;
}

type SentManifest = Manifest & { archive: Archive };

export function createS3Place({ client, bucket, prefix, explain }: S3PlaceOptions): BackupPlace {
  const address = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  const objects = createObjects(client, prefix === '' ? '' : `${prefix}/`);
  const { archiveKey, read, write } = objects;

  const guarded =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      work(...args).catch((error: unknown) => {
        throw isStoreFault(error) ? explain(error) : error;
      });

  async function fetchInto(folder: string, name: string, archive: Archive, watch: BackupWatch) {
    await fetchArchive(client, archiveKey(name), { archive, folder, ...watch }).catch((error: unknown) => {
      watch.signal?.throwIfAborted();
      throw isStoreFault(error) ? error : damaged(`${address}/${name}`, error);
    });
  }

  return {
    address,
    list: guarded(async () => {
      const found = await objects.readAll(await objects.listNames());
      return found
        .flatMap(({ name, manifest }) => (manifest ? [toStored(name, manifest)] : []))
        .sort((one, other) => other.created.localeCompare(one.created));
    }),
    has: guarded(async (name) => (await read(name)) !== undefined),
    store: guarded(async (folder, name, watch) => {
      const manifest = parseManifest(await readFile(manifestPath(folder), 'utf8'));
      if (!manifest) throw new Error('The backup has no description.');
      const archive = await sendArchive(client, archiveKey(name), folder, watch);
      await write(name, { ...manifest, archive });
      return `${address}/${name}`;
    }),
    open: async (name, { home, ...watch }, use) => {
      const manifest = await guarded(read)(name);
      if (!manifest)
        throw new DatabaseStartError(
          `${address}/${name} is not a complete backup: it has no readable backup.json.`,
        );
      // The prefix is that of drafts, which are removed after a day.
      const folder = await mkdtemp(join(home, 'backup.new-'));
      try {
        await chmod(folder, 0o700);
        await guarded(fetchInto)(folder, name, manifest.archive, watch);
        const result = await use(folder);
        const { tested } = parseManifest(await readFile(manifestPath(folder), 'utf8')) ?? {};
        if (tested !== undefined && tested !== manifest.tested)
          await guarded(write)(name, { ...manifest, tested });
        return result;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    remove: guarded(objects.remove),
    removeLeftovers: guarded(objects.removeLeftovers),
  };
}

const readAtOnce = 8;

/** The objects of the backups under a prefix. */
function createObjects(client: S3Client, root: string) {
  const archiveKey = (name: string) => `${root}${name}/backup.tar.gz`;
  const manifestKey = (name: string) => `${root}${name}/backup.json`;
  /** Also names that other programs, or people, have chosen. */
  const listNames = () => tryAgain(() => client.listFolders(root));

  /** Undefined if it is no complete backup. */
  const read = (name: string) =>
    tryAgain(async () => {
      const answer = await client.get(manifestKey(name));
      const manifest = answer && parseManifest(await answer.text());
      return manifest?.archive && ({ ...manifest, archive: manifest.archive } satisfies SentManifest);
    });

  async function readAll(names: string[]) {
    const found: { name: string; manifest: SentManifest | undefined }[] = [];
    for (let from = 0; from < names.length; from += readAtOnce) {
      const some = names.slice(from, from + readAtOnce);
      const manifests = await Promise.all(some.map((name) => read(name)));
      found.push(...some.map((name, index) => ({ name, manifest: manifests[index] })));
    }
    return found;
  }

  return {
    archiveKey,
    listNames,
    read,
    readAll,
    write: (name: string, manifest: SentManifest) =>
      tryAgain(() => client.put(manifestKey(name), Buffer.from(formatManifest(manifest)))),
    async remove(name: string) {
      await tryAgain(() => client.remove(manifestKey(name)));
      await tryAgain(() => client.remove(archiveKey(name)));
    },
    async removeLeftovers(now: number) {
      const isOld = (name: string) => (timeOfName(name) ?? now) < now - longestBackupMs;
      // A description that is there and not understood may be that of a newer version.
      for (const name of (await listNames()).filter(isOld))
        if ((await tryAgain(() => client.measure(manifestKey(name)))) === undefined)
          await tryAgain(() => client.remove(archiveKey(name)));
      for (const { key, uploadId } of await tryAgain(() => client.listUploads(root))) {
        const name = key.slice(root.length).replace(/\/backup\.tar\.gz$/, '');
        if (key === archiveKey(name) && isOld(name)) await client.dropParts(key, uploadId);
      }
    },
  };
}

function toStored(name: string, { created, tested = created, archive, kind }: SentManifest) {
  return { name, created, tested, bytes: archive.bytes, kind };
}

function isStoreFault(error: unknown): boolean {
  return error instanceof Error && (error.name === 'StoreUnavailable' || error.name === 'StoreFull');
}

function damaged(address: string, cause: unknown): DatabaseStartError {
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return new DatabaseStartError(`${address} is damaged${reason}. Use another backup, and make a new one.`, {
    cause,
  });
}
