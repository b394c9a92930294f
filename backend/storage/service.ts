import type { Connections, Database } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import type { StorageConfig } from '../config/storage-config.ts';
import type { IdentifyCaller } from './caller.ts';
import type { FileStore } from './files/file-store.ts';
import type { UnclaimedFiles } from './files/unclaimed-files.ts';
import type { Pictures } from './pictures/create-pictures.ts';
import type { UploadLocks } from './resumable/upload-locks.ts';
import type { UrlTokens } from './signed/url-tokens.ts';

/** What every endpoint is given. There is one for each running backend, and none is created by importing. */
export interface StorageService {
  config: StorageConfig;
  /** As the server, which owns the tables. */
  database: Pick<Connections, 'sql' | 'transaction'>;
  /** As a caller. */
  requests: Database['requests'];
  files: FileStore;
  unclaimedFiles: UnclaimedFiles;
  identifyCaller: IdentifyCaller;
  urlTokens: UrlTokens;
  pictures: Pictures;
  uploadLocks: UploadLocks;
  /** Where clients reach this service, without a slash at the end. Configured, never taken from a request. */
  externalUrl: string;
  nowSeconds: () => number;
  log: Log;
}
