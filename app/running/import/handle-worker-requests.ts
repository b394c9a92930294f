import type { FileOutcome, Original } from '../../../running/import/file-outcome.ts';
import { importFiles, type NamedFile, type Progress } from '../../../running/import/import-files.ts';
import { toStorable } from '../data/storable-text.ts';
import { toTrackText } from '../data/track-text.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';
import type {
  FoundFile,
  OriginalFile,
  RunRow,
  WorkerPort,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.ts';

/** The interval of progress messages to the page: short enough for a progress bar, long enough for a phone. */
const reportIntervalMs = 200;

interface ReadRun {
  prepared: PreparedRun;
  original: Original | undefined;
}

/** The worker's side: reads the files, holds the parsed runs, and sends them to the page when they are to be stored. */
export function handleWorkerRequests(port: WorkerPort<WorkerReply>): void {
  const runs: ReadRun[] = [];
  const requireRun = (index: number): ReadRun => {
    const run = runs[index];
    if (!run) throw new RangeError('There is no such run.');
    return run;
  };
  const answer = async (request: WorkerRequest): Promise<WorkerReply> => {
    if (request.kind === 'read') {
      await readFiles(request.files, runs, (reply) => port.postMessage(reply));
      return { kind: 'end' };
    }
    const { call } = request;
    if (request.kind === 'rows')
      return { kind: 'rows', call, rows: request.indexes.map((index) => toRow(requireRun(index))) };
    const { original } = requireRun(request.index);
    if (!original) throw new RangeError('This run came from no file.');
    return { kind: 'original', call, file: await toBytes(await original.open()) };
  };
  port.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    answer(data).then(
      (reply) => port.postMessage(reply),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : 'The files could not be read.';
        port.postMessage({ kind: 'fault', call: 'call' in data ? data.call : undefined, reason });
      },
    );
  });
}

/** A browser uploads bytes far more quickly than a file, and files of this size fit into memory. */
const maxCopiedBytes = 4 * 1024 * 1024;

async function toBytes(file: OriginalFile): Promise<OriginalFile> {
  return file instanceof Blob && file.size <= maxCopiedBytes
    ? new Uint8Array(await file.arrayBuffer())
    : file;
}

function toRow({ prepared, original }: ReadRun): RunRow {
  const { row, packed } = prepared;
  return {
    ...row,
    original_name: original ? toStorable(original.name, 300) : null,
    packed: toTrackText(packed),
  };
}

async function readFiles(
  files: NamedFile[],
  runs: ReadRun[],
  send: (reply: WorkerReply) => void,
): Promise<void> {
  let last: Progress | undefined;
  let waiting: FoundFile[] = [];
  let sentAt = performance.now();
  const sendAll = () => {
    if (last) send({ kind: 'progress', progress: { ...last, found: runs.length } });
    if (waiting.length > 0) send({ kind: 'found', files: waiting });
    waiting = [];
    sentAt = performance.now();
  };
  const onProgress = (progress: Progress) => {
    last = progress;
    if (performance.now() - sentAt > reportIntervalMs) sendAll();
  };
  for await (const outcome of importFiles(files, { onProgress })) waiting.push(toFoundFile(outcome, runs));
  sendAll();
}

function toFoundFile(outcome: FileOutcome, runs: ReadRun[]): FoundFile {
  const { path } = outcome;
  if (outcome.kind !== 'run') return { kind: outcome.kind, path, reason: outcome.reason };
  try {
    const prepared = prepareRun(outcome.run);
    const index = runs.push({ prepared, original: outcome.original }) - 1;
    const bytes = Math.ceil(prepared.packed.length * 1.34) + JSON.stringify(prepared.row).length;
    const { found: run, traits } = prepared;
    return { kind: 'run', path, run, traits, index, original: outcome.original?.name, bytes };
  } catch {
    // Dates or numbers out of range: the file can be parsed, but is not a valid run.
    return { kind: 'broken', path, reason: 'This file could be read, but its figures make no sense.' };
  }
}
