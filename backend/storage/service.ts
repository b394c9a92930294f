import type { Connections, Database } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import type { StorageConfig } from '../config/storage-config.ts';
import type { IdentifyCaller } from './caller.ts';
import type { FileStore } from './files/file-store.ts';
import type { UnclaimedFiles } from './files/unclaimed-files.ts';
import type { Pictures } from './transform/create-pictures.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UrlTokens } from './url-tokens.ts';

/** The dependencies of every endpoint, created once per backend. */
export interface StorageService {
  config: StorageConfig;
  /** Connections of the server, which owns the tables. */
  database: Pick<Connections, 'sql' | 'transaction'>;
  /** Connections of callers. */
  requests: Database['requests'];
  files: FileStore;
  unclaimedFiles: UnclaimedFiles;
  identifyCaller: IdentifyCaller;
  urlTokens: UrlTokens;
  pictures: Pictures;
  uploadLocks: UploadLocks;
  /** The public URL of this service, without a trailing slash. Configured, never taken from a request. */
  externalUrl: string;
  nowSeconds: () => number;
  log: Log;
}
