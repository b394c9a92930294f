/** Connects the file storage to the keys of the auth service. */
import type { Database } from '../database/database.ts';
import type { AuthService } from './auth/service/service.ts';
import type { S3Settings } from './config/s3-settings.ts';
import type { StorageConfig } from './config/storage-config.ts';
import type { Secrets } from './identity/secrets.ts';
import { addBuckets } from './storage/add-buckets.ts';
import type { FileStore } from './storage/files/file-store.ts';
import { openFileStore } from './storage/files/open-file-store.ts';
import { startUnclaimedFiles } from './storage/files/unclaimed-files.ts';
import type { ServeStorage } from './storage/serve.ts';

export const storagePath = '/storage/v1';

export interface StorageParts {
  config: StorageConfig;
  /** Files are stored in `files` below it, unless there is an S3 store. */
  dataFolder: string;
  s3?: S3Settings | undefined;
  /** Replaces the store of the settings, for tests. */
  files?: FileStore;
}

export interface OpenStorage {
  serve: ServeStorage;
  close(): Promise<void>;
}

/** `isOnlyProcess`: uploads that were in progress at the last stop are abandoned. */
export async function openStorage(
  parts: StorageParts & { isOnlyProcess: boolean },
  { storage: database, requests, whenWritable }: Pick<Database, 'storage' | 'requests' | 'whenWritable'>,
  auth: Pick<AuthService, 'readCaller' | 'config' | 'externalUrl' | 'clock' | 'log'>,
  { jwtSecret }: Pick<Secrets, 'jwtSecret'>,
): Promise<OpenStorage | undefined> {
  const { config } = parts;
  if (!config.enabled) return undefined;
  const { readCaller, log, clock } = auth;
  const files = parts.files ?? (await openFileStore({ dataFolder: parts.dataFolder, s3: parts.s3 }));
  await whenWritable(() => addBuckets(database, config.buckets));
  const unclaimedFiles = startUnclaimedFiles({ database, files, isOnlyProcess: parts.isOnlyProcess, log });
  let serve: ServeStorage | undefined;

  return {
    async serve(request, url, path) {
      // Loaded on the first request, so that the start is not delayed.
      if (serve === undefined) {
        const { createStorage } = await import('./storage/create-storage.ts');
        serve ??= createStorage({
          config,
          database,
          requests,
          files,
          unclaimedFiles,
          readCaller,
          applicationsUseData: auth.config.stricter.applicationsUseData,
          jwtSecret,
          externalUrl: auth.externalUrl.replace(/\/auth\/v1$/, '') + storagePath,
          nowSeconds: () => clock.now().getTime() / 1000,
          log,
        });
      }
      return serve(request, url, path);
    },
    close: () => unclaimedFiles.close(),
  };
}
