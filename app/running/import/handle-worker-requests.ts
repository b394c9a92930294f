import type { FileOutcome, Original } from '../../../running/import/file-outcome.ts';
import { importFiles, type NamedFile, type Progress } from '../../../running/import/import-files.ts';
import { toStorable } from '../data/storable-text.ts';
import { toTrackText } from '../data/track-text.ts';
import type { DeskLine, DeskReply, DeskRequest, FoundFile, KeptFile, RunRow } from './worker-messages.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';

/** How often the page hears something while files are read: often enough for a bar, seldom enough for a phone. */
const tellEvery = 200;

interface KeptRun {
  prepared: PreparedRun;
  original: Original | undefined;
}

/** The worker's side: reads the files, keeps what it found, and gives it out when it is to be stored. */
export function serveDesk(line: DeskLine<DeskReply>): void {
  const kept: KeptRun[] = [];
  const requireRun = (index: number): KeptRun => {
    const run = kept[index];
    if (!run) throw new RangeError('There is no such run.');
    return run;
  };
  const answer = async (request: DeskRequest): Promise<DeskReply> => {
    if (request.kind === 'read') {
      await readFiles(request.files, kept, (reply) => line.postMessage(reply));
      return { kind: 'end' };
    }
    const { call } = request;
    if (request.kind === 'rows')
      return { kind: 'rows', call, rows: request.indexes.map((index) => toRow(requireRun(index))) };
    const { original } = requireRun(request.index);
    if (!original) throw new RangeError('This run came from no file.');
    return { kind: 'original', call, file: await toBytes(await original.open()) };
  };
  line.addEventListener('message', ({ data }: MessageEvent<DeskRequest>) => {
    answer(data).then(
      (reply) => line.postMessage(reply),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : 'The files could not be read.';
        line.postMessage({ kind: 'fault', call: 'call' in data ? data.call : undefined, reason });
      },
    );
  });
}

/** A browser sends bytes far more quickly than it sends a file, and files of this size are no burden. */
const fewBytes = 4 * 1024 * 1024;

async function toBytes(file: KeptFile): Promise<KeptFile> {
  return file instanceof Blob && file.size <= fewBytes ? new Uint8Array(await file.arrayBuffer()) : file;
}

function toRow({ prepared, original }: KeptRun): RunRow {
  const { row, packed } = prepared;
  return {
    ...row,
    original_name: original ? toStorable(original.name, 300) : null,
    packed: toTrackText(packed),
  };
}

async function readFiles(
  files: NamedFile[],
  kept: KeptRun[],
  tell: (reply: DeskReply) => void,
): Promise<void> {
  let last: Progress | undefined;
  let waiting: FoundFile[] = [];
  let toldAt = performance.now();
  const tellAll = () => {
    if (last) tell({ kind: 'progress', progress: { ...last, found: kept.length } });
    if (waiting.length > 0) tell({ kind: 'found', files: waiting });
    waiting = [];
    toldAt = performance.now();
  };
  const onProgress = (progress: Progress) => {
    last = progress;
    if (performance.now() - toldAt > tellEvery) tellAll();
  };
  for await (const outcome of importFiles(files, { onProgress })) waiting.push(keep(outcome, kept));
  tellAll();
}

function keep(outcome: FileOutcome, kept: KeptRun[]): FoundFile {
  const { path } = outcome;
  if (outcome.kind !== 'run') return { kind: outcome.kind, path, reason: outcome.reason };
  try {
    const prepared = prepareRun(outcome.run);
    const index = kept.push({ prepared, original: outcome.original }) - 1;
    const bytes = Math.ceil(prepared.packed.length * 1.34) + JSON.stringify(prepared.row).length;
    const { found: run, traits } = prepared;
    return { kind: 'run', path, run, traits, index, original: outcome.original?.name, bytes };
  } catch {
    // Dates and numbers that no calendar has: the file says something, but nothing that can be a run.
    return { kind: 'broken', path, reason: 'This file could be read, but its figures make no sense.' };
  }
}
