import { type ImportStep, planImport, type StoredRun } from '../../../running/import/plan-import.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { readAll } from '../data/read-all.ts';
import {
  connectImportWorker,
  type ImportWorker,
  startWorker,
  type WorkerConnection,
} from './import-worker-client.ts';
import type { FoundFile, FoundRun, ReadProgress, SendableRun } from './worker-messages.ts';

/** The plan for one file, or for one activity in an archive. */
export interface PlannedFile {
  kind: 'new' | 'doubtful' | 'duplicate' | 'richer' | 'repeated' | 'broken' | 'ignored';
  path: string;
  /** A sentence; '' when there is nothing to say. */
  reason: string;
  run: FoundRun | undefined;
  /** What is stored if the user chooses it. */
  planned: PlannedRun | undefined;
  /** It can be chosen once the user has said when it was. */
  isUndated: boolean;
}

/** A run to be stored. */
export interface PlannedRun extends SendableRun {
  path: string;
  /** The id of the less detailed run that it replaces. */
  replaces: string | undefined;
  /** The time that the user gave a run without a date. */
  start: number | undefined;
}

/** The file of a stored run whose upload failed the last time. */
export interface MissingFile {
  index: number;
  path: string;
  run: string;
  original: string;
}

/** Files that were read and compared with the stored runs. Nothing is stored yet: see runImport. */
export interface ImportPlan {
  items: PlannedFile[];
  /** Those that are stored: at first all that are certainly runs. */
  runs: PlannedRun[];
  missingFiles: MissingFile[];
  worker: ImportWorker;
  /** Ends the worker of a plan that is not imported. */
  close(): void;
}

export interface StartOptions {
  onProgress?: (progress: ReadProgress) => void;
  signal?: AbortSignal;
  /** Connects to the worker; a test passes another connection. */
  connect?: () => WorkerConnection;
}

/** Reads the chosen files in a worker and plans the import. Rejects with the signal's reason when it is aborted. */
export async function startImport(
  client: SiteClient,
  files: readonly File[],
  { onProgress = () => {}, signal, connect = startWorker }: StartOptions = {},
): Promise<ImportPlan> {
  signal?.throwIfAborted();
  const worker = connectImportWorker(connect());
  const stop = () => worker.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const named = files.map((file) => ({ name: file.name, data: file.slice() }));
    const [found, stored] = await Promise.all([worker.read(named, onProgress), readStoredRuns(client)]);
    signal?.throwIfAborted();
    return { ...plan(found, stored), worker, close: () => worker.close() };
  } catch (error) {
    worker.close();
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function plan(found: readonly FoundFile[], stored: readonly StoredRunTraits[]) {
  const foundRuns = found.filter((file) => file.kind === 'run');
  const steps = planImport(
    foundRuns.map(({ traits }) => traits),
    stored,
  );
  const byId = new Map(stored.map((run) => [run.id, run]));
  const stepOf = new Map(foundRuns.map((run, at) => [run, steps[at]]));
  const missingFiles: MissingFile[] = [];
  const items = found.map((file): PlannedFile => {
    const { path } = file;
    const unplanned = { path, run: undefined, planned: undefined, isUndated: false };
    if (file.kind === 'broken') return { ...unplanned, kind: 'broken', reason: file.reason };
    const { index, bytes, original } = file;
    const planned: PlannedRun = { index, bytes, original, path, replaces: undefined, start: undefined };
    if (file.kind === 'ignored') return { ...unplanned, kind: 'ignored', reason: file.reason, planned };
    const step: ImportStep = stepOf.get(file) ?? { kind: 'new' };
    const { run, isUndated } = file;
    if (step.kind === 'duplicate' && original !== undefined) {
      const storedRun = byId.get(step.of.id);
      if (storedRun?.missing === original && storedRun.richness === file.traits.richness)
        missingFiles.push({ index, path, run: storedRun.id, original });
    }
    if (step.kind === 'new') {
      const doubt = isUndated ? 'The watch did not know the date.' : file.doubt;
      const reason = [file.fault, doubt].filter(Boolean).join(' ');
      return { kind: doubt ? 'doubtful' : 'new', path, reason, run, planned, isUndated };
    }
    const reason = describeStep(step, foundRuns);
    if (step.kind !== 'richer') return { ...unplanned, kind: step.kind, reason, run };
    return { ...unplanned, kind: 'richer', reason, run, planned: { ...planned, replaces: step.than.id } };
  });
  const runs = items.flatMap(({ kind, planned }) =>
    planned && (kind === 'new' || kind === 'richer') ? [planned] : [],
  );
  return { items, runs, missingFiles };
}

function describeStep(step: ImportStep, runs: readonly FoundFile[]): string {
  if (step.kind === 'duplicate') return 'You already have this run.';
  if (step.kind === 'richer') return 'You have this run, but this file holds more and replaces it.';
  if (step.kind === 'repeated') return `The same run as in ${runs[step.of.index]?.path ?? 'another file'}.`;
  return '';
}

interface StoredRunTraits extends StoredRun {
  /** The name of its original file, if that was never uploaded. */
  missing: string | undefined;
}

interface Row {
  id: string;
  started_at: string;
  elapsed: number;
  metres: number;
  richness: number;
  original: string | null;
  original_name: string | null;
}

/** The properties of the stored runs by which they are recognized in files. */
async function readStoredRuns(client: SiteClient): Promise<StoredRunTraits[]> {
  const rows = await readAll<Row>((from, to) =>
    client
      .from('runs')
      .select('id, started_at, elapsed, metres, richness, original, original_name', { count: 'exact' })
      .is('deleted_at', null)
      .is('replaced_by', null)
      .order('id')
      .range(from, to),
  );
  return rows.map(({ id, started_at, elapsed, metres, richness, original, original_name }) => ({
    id,
    start: Date.parse(started_at),
    elapsed,
    metres,
    richness,
    missing: original === null ? (original_name ?? undefined) : undefined,
  }));
}
