import { join } from 'node:path';
import type { S3Settings } from '../../config/s3-settings.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

/** The configured store: S3, or the disk. */
export async function openFileStore(options: {
  dataFolder: string;
  s3: S3Settings | undefined;
}): Promise<FileStore> {
  if (options.s3 === undefined) return createDiskStore({ folder: join(options.dataFolder, 'files') });
  const [{ createS3Client }, { createS3Store }] = await Promise.all([
    import('./s3-client.ts'),
    import('./s3-store.ts'),
  ]);
  return createS3Store(createS3Client(options.s3, fetch));
}
