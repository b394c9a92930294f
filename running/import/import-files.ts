import { readBytes } from '../files/chunks.ts';
import { defaultLimits, type Limits } from '../files/limits.ts';
import { isZip, readRunFile } from '../files/read-run-file.ts';
import { createEventLoopYield } from '../files/yield-to-event-loop.ts';
import { type FileOutcome, requireRun, toBroken, toOutcome } from './file-outcome.ts';
import { importArchive } from './import-archive.ts';

export interface NamedFile {
  name: string;
  data: Blob;
}

export interface Progress {
  /** Bytes of the chosen files. */
  done: number;
  total: number;
  /** What is being read. */
  path: string;
}

export interface ImportOptions {
  limits?: Partial<Limits>;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** Reads chosen files one after the other: recordings, packed recordings, whole exports. Throws only on abort. */
export async function* importFiles(
  files: readonly NamedFile[],
  { limits: changed, signal, onProgress }: ImportOptions = {},
): AsyncGenerator<FileOutcome> {
  const limits = { ...defaultLimits, ...changed };
  const total = files.reduce((sum, { data }) => sum + data.size, 0);
  let before = 0;
  for (const file of files) {
    let done = 0;
    const onBytes = (count: number, path = file.name) => {
      done = Math.min(file.data.size, done + count);
      onProgress?.({ done: before + done, total, path });
    };
    yield* importFile(file, limits, signal, onBytes);
    before += file.data.size;
    onProgress?.({ done: before, total, path: file.name });
  }
}

async function* importFile(
  { name, data }: NamedFile,
  limits: Limits,
  signal: AbortSignal | undefined,
  onBytes: (count: number, path?: string) => void,
): AsyncGenerator<FileOutcome> {
  signal?.throwIfAborted();
  try {
    if (isZip(await readBytes(data, 0, 4))) {
      yield* importArchive({
        name,
        data,
        limits,
        yieldToEventLoop: createEventLoopYield(signal),
        onBytes,
        signal,
      });
      return;
    }
    const original = { name, open: async () => data };
    const runs = await readRunFile(data, { limits, signal, onBytes });
    for (const [index, run] of runs.entries()) {
      const read = async () => requireRun(await readRunFile(data, { limits }), index);
      yield toOutcome(name, run, original, read);
    }
  } catch (error) {
    signal?.throwIfAborted();
    yield toBroken(name, error);
  }
}
