import type { SiteClient } from '../../session/site-client.ts';
import { FileFault, toFilePath, uploadFile } from '../data/run-files.ts';
import { RunningFault, requireData } from '../data/running-fault.ts';
import { forEachConcurrent } from './for-each-concurrent.ts';
import type { ImportWorker } from './import-worker-client.ts';
import { retry } from './retry.ts';

/** The original file of a stored run. */
export interface FileToUpload {
  run: string;
  index: number;
  path: string;
  original: string;
}

export interface UploadContext {
  client: SiteClient;
  worker: ImportWorker;
  user: string;
  signal: AbortSignal | undefined;
  onDone(): void;
  onFailed(path: string, reason: string): void;
}

/** A browser opens six connections to a site; one is left for other requests. */
const concurrentUploads = 5;
const recordBatchSize = 100;

/** Uploads the files and records which have arrived. A file that fails does not stop the others. */
export async function uploadOriginals(context: UploadContext, files: readonly FileToUpload[]): Promise<void> {
  const { client, worker, user, signal, onDone, onFailed } = context;
  let uploaded: { id: string; original: string }[] = [];
  const recordUploads = async () => {
    const kept = uploaded;
    uploaded = [];
    if (kept.length > 0)
      await retry(
        () => requireData(client.rpc('keep_originals', { kept })),
        () => false,
        signal,
      );
  };
  // When the disk is full, the remaining files are not tried.
  let diskFullMessage: string | undefined;
  await forEachConcurrent(
    files,
    concurrentUploads,
    async ({ run, index, path, original }) => {
      try {
        if (diskFullMessage) throw new RunningFault(diskFullMessage);
        const file = await worker.openOriginal(index);
        const place = toFilePath(user, run, original);
        await retry(
          () => uploadFile(client, place, file),
          (error) => error instanceof FileFault && error.isPermanent,
          signal,
        );
        uploaded.push({ id: run, original: place });
        if (uploaded.length >= recordBatchSize) await recordUploads();
      } catch (error) {
        if (error instanceof FileFault && error.isDiskFull) diskFullMessage = error.message;
        onFailed(path, error instanceof RunningFault ? error.message : 'The file could not be read again.');
      }
      onDone();
    },
    signal,
  );
  await recordUploads();
}
