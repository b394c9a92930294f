import type { SupabaseClient } from '@supabase/supabase-js';
import { FileFault, toFilePath, uploadFile } from '../data/run-files.ts';
import { ask, RunningFault } from '../data/running-fault.ts';
import { atOnce } from './for-each-concurrent.ts';
import type { Desk } from './import-worker-client.ts';
import { tryAgain } from './retry.ts';

/** The file of a run that is stored already. */
export interface FileToKeep {
  run: string;
  index: number;
  path: string;
  original: string;
}

export interface KeepContext {
  client: SupabaseClient;
  desk: Desk;
  user: string;
  signal: AbortSignal | undefined;
  onDone(): void;
  onFailed(path: string, reason: string): void;
}

/** A browser opens six connections to a site; one is left for what else somebody does. */
const uploadsAtOnce = 5;
const notesAtOnce = 100;

/** Uploads the files and notes which have arrived. A file that cannot be kept costs nothing but itself. */
export async function keepOriginals(context: KeepContext, files: readonly FileToKeep[]): Promise<void> {
  const { client, desk, user, signal, onDone, onFailed } = context;
  let arrived: { id: string; original: string }[] = [];
  const note = async () => {
    const kept = arrived;
    arrived = [];
    if (kept.length > 0)
      await tryAgain(
        () => ask(client.rpc('keep_originals', { kept })),
        () => false,
        signal,
      );
  };
  // A full disk is full for the next file as well.
  let full: string | undefined;
  await atOnce(
    files,
    uploadsAtOnce,
    async ({ run, index, path, original }) => {
      try {
        if (full) throw new RunningFault(full);
        const file = await desk.openOriginal(index);
        const place = toFilePath(user, run, original);
        await tryAgain(
          () => uploadFile(client, place, file),
          (error) => error instanceof FileFault && error.isLasting,
          signal,
        );
        arrived.push({ id: run, original: place });
        if (arrived.length >= notesAtOnce) await note();
      } catch (error) {
        if (error instanceof FileFault && error.isDiskFull) full = error.message;
        onFailed(path, error instanceof RunningFault ? error.message : 'The file could not be read again.');
      }
      onDone();
    },
    signal,
  );
  await note();
}
