/** The file storage, compatible with Supabase Storage: the server side of the official client's `.storage`. */
import type { Connections, Database } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import type { StorageConfig } from '../config/storage-config.ts';
import type { ReadCaller } from '../identity/read-caller.ts';
import { createIdentifyCaller } from './caller.ts';
import type { FileStore } from './files/file-store.ts';
import type { UnclaimedFiles } from './files/unclaimed-files.ts';
import { createServeStorage, type ServeStorage } from './serve.ts';
import { createPictures } from './transform/create-pictures.ts';
import { createUploadLocks } from './upload-locks.ts';
import { createUrlTokens } from './url-tokens.ts';

export interface StorageOptions {
  config: StorageConfig;
  database: Pick<Connections, 'sql' | 'batch' | 'transaction'>;
  requests: Database['requests'];
  files: FileStore;
  unclaimedFiles: UnclaimedFiles;
  readCaller: ReadCaller;
  /** Tokens of third-party applications are accepted, and row security decides. */
  applicationsUseData: boolean;
  jwtSecret: string;
  externalUrl: string;
  nowSeconds: () => number;
  log: Log;
}

export function createStorage(options: StorageOptions): ServeStorage {
  const { config, database, requests, files, unclaimedFiles, externalUrl, nowSeconds, log } = options;
  return createServeStorage({
    config,
    database,
    requests,
    files,
    unclaimedFiles,
    externalUrl,
    nowSeconds,
    log,
    identifyCaller: createIdentifyCaller(options),
    urlTokens: createUrlTokens(options.jwtSecret, nowSeconds),
    pictures: createPictures(),
    uploadLocks: createUploadLocks(),
  });
}
