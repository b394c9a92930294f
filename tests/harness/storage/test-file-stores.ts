/** For tests: the same suite on the disk and on an S3 store. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { createDiskStore } from '../../../backend/storage/files/disk-store.ts';
import type { FileStore } from '../../../backend/storage/files/file-store.ts';
import { createS3Client } from '../../../backend/storage/files/s3-client.ts';
import { createS3Store } from '../../../backend/storage/files/s3-store.ts';
import { type S3TestServer, startS3 } from '../start-s3.ts';

export interface TestStore {
  files: FileStore;
  /** The same store, opened again as after a restart. */
  reopen(): FileStore;
  listStored(): Promise<string[]>;
}

/** Small, so that a few bytes make many parts. */
export const partBytes = 1000;

export function describeFileStores(name: string, suite: (store: () => TestStore) => void): void {
  describe(`${name}, on disk`, () => {
    let folder = '';
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'porchlight-files-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    const reopen = () => createDiskStore({ folder, minimumFreeBytes: 0 });
    suite(() => ({ files: reopen(), reopen, listStored: () => listFiles(folder) }));
  });

  describe(`${name}, in an S3 store`, () => {
    let server: S3TestServer;
    beforeAll(async () => {
      server = await startS3({ minPartBytes: partBytes });
    });
    afterEach(() => {
      server.trouble = undefined;
    });
    afterAll(() => server.close());
    const reopen = () => createS3Store(createS3Client(server.settings, fetch), partBytes);
    suite(() => ({
      files: reopen(),
      reopen,
      listStored: async () => [...server.objects.keys(), ...server.uploads.keys()],
    }));
  });
}

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
