import type { FileOutcome, Original } from '../../../running/import/file-outcome.ts';
import { importFiles, type NamedFile, type Progress } from '../../../running/import/import-files.ts';
import type { Run } from '../../../running/run.ts';
import { toStorable } from '../data/storable-text.ts';
import { toTrackText } from '../data/track-text.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';
import type {
  FoundFile,
  FoundRun,
  OriginalFile,
  RunRow,
  WorkerPort,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.ts';

/** The interval of progress messages to the page: short enough for a progress bar, long enough for a phone. */
const reportIntervalMs = 200;

interface ReadRun {
  /** `start` is that of a run without a date. */
  prepare(start: number | undefined): Promise<PreparedRun>;
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
    if (request.kind === 'rows') {
      const rows: RunRow[] = [];
      for (const { index, start } of request.runs) rows.push(await toRow(requireRun(index), start));
      return { kind: 'rows', call, rows };
    }
    const { original } = requireRun(request.index);
    if (!original) throw new RangeError('This run has no file.');
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

async function toRow({ prepare, original }: ReadRun, start: number | undefined): Promise<RunRow> {
  const { row, packed } = await prepare(start);
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
  let found = 0;
  let sentAt = performance.now();
  const sendAll = () => {
    if (last) send({ kind: 'progress', progress: { ...last, found } });
    if (waiting.length > 0) send({ kind: 'found', files: waiting });
    waiting = [];
    sentAt = performance.now();
  };
  const onProgress = (progress: Progress) => {
    last = progress;
    if (performance.now() - sentAt > reportIntervalMs) sendAll();
  };
  for await (const outcome of importFiles(files, { onProgress })) {
    if (outcome.kind === 'run') found += 1;
    waiting.push(toFoundFile(outcome, runs));
  }
  sendAll();
}

/** Of a run that is read only when it is chosen: it has a request of its own. */
const unknownBytes = 600_000;

function toFoundFile(outcome: FileOutcome, runs: ReadRun[]): FoundFile {
  const { path } = outcome;
  if (outcome.kind === 'broken') return { kind: 'broken', path, reason: outcome.reason };
  const { original } = outcome;
  const send = (prepare: ReadRun['prepare']) => runs.push({ prepare, original }) - 1;
  if (outcome.kind === 'ignored') {
    const index = send(async () => prepareRun(await outcome.read()));
    return {
      kind: 'ignored',
      path,
      reason: outcome.reason,
      index,
      original: original?.name,
      bytes: unknownBytes,
    };
  }
  try {
    const { run } = outcome;
    const isUndated = run.isUndated === true;
    const prepared = prepareRun(run);
    const index = send(async (start) =>
      // Only the few runs without a date are kept as they were read.
      isUndated && start !== undefined ? prepareRun({ ...run, start, utcOffset: 0 }) : prepared,
    );
    const bytes = Math.ceil(prepared.packed.length * 1.34) + JSON.stringify(prepared.row).length;
    const { found, traits } = prepared;
    return {
      kind: 'run',
      path,
      run: found,
      traits,
      fault: run.incomplete ?? '',
      doubt: describeDoubt(run, found),
      isUndated,
      index,
      original: original?.name,
      bytes,
    };
  } catch {
    // Dates or numbers out of range: the file can be parsed, but is not a valid run.
    return { kind: 'broken', path, reason: 'This file can be read, but its numbers make no sense.' };
  }
}

/** Meters a second that few runners hold: 3:20 for a kilometer. */
const fastSpeed = 5;

/** Why a file that may be imported may not be a run; '' when it is one. */
function describeDoubt({ sport, sportName }: Run, { metres, moving }: FoundRun): string {
  if (sport === 'maybe') return `The file says it is “${sportName}”.`;
  if (metres === 0 && moving === 0) return 'It has no distance and no moving time.';
  if (sport === 'unknown' && metres > fastSpeed * moving)
    return 'The file does not name a sport, and the pace is fast for a run.';
  return '';
}
