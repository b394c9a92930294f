import type { SiteClient } from '../../session/site-client.ts';
import { RunningFault, requireData } from '../data/running-fault.ts';
import { addBatch, type ChosenRun, toBatches } from './add-runs.ts';
import { forEachConcurrent } from './for-each-concurrent.ts';
import type { ImportPlan } from './start-import.ts';
import { type FileToUpload, uploadOriginals } from './upload-originals.ts';

export interface ImportResult {
  /** The id for undoImport; undefined when nothing was added. */
  importId: string | undefined;
  added: number;
  replaced: number;
  /** Runs that were not imported. */
  failed: { path: string; reason: string }[];
  /** Runs that are stored, but whose original file could not be uploaded. */
  withoutFile: { path: string; reason: string }[];
}

export interface RunImportOptions {
  /** Reports the storing of the runs, then the upload of their files. */
  onProgress?: (step: ProgressStep) => void;
  signal?: AbortSignal;
}

const concurrentBatches = 2;

/**
 * Stores the runs of a plan. When aborted, it finishes pending requests and returns what was done. What failed or was skipped can be
 * imported again: stored runs are recognized, and missing files are uploaded again.
 */
export async function runImport(
  client: SiteClient,
  plan: ImportPlan,
  { onProgress, signal }: RunImportOptions = {},
): Promise<ImportResult> {
  const report = throttleProgress(onProgress ?? (() => {}));
  const result: ImportResult = { importId: undefined, added: 0, replaced: 0, failed: [], withoutFile: [] };
  try {
    const user = await requireUser(client);
    const chosen = plan.runs.map((pick) => ({ ...pick, id: crypto.randomUUID() }));
    const files: FileToUpload[] = [...plan.missingFiles];
    if (chosen.length > 0) {
      const importId = await createImportRow(client);
      const onRun = () =>
        report({ done: countOf(result) + result.failed.length, total: chosen.length, phase: 'runs' });
      const onAdded = (run: ChosenRun) => {
        result.importId = importId;
        if (run.replaces) result.replaced += 1;
        else result.added += 1;
        const { id, index, path, original } = run;
        if (original !== undefined) files.push({ run: id, index, path, original });
        onRun();
      };
      const onFailed = ({ path }: ChosenRun, reason: string) => {
        result.failed.push({ path, reason });
        onRun();
      };
      const context = { client, worker: plan.worker, importId, signal, onAdded, onFailed };
      await forEachConcurrent(
        toBatches(chosen),
        concurrentBatches,
        (batch) => addBatch(context, batch),
        signal,
      );
      // An import without runs must not be offered for undoing.
      if (!result.importId) await requireData(client.from('run_imports').delete().eq('id', importId));
    }
    let done = 0;
    await uploadOriginals(
      {
        client,
        worker: plan.worker,
        user,
        signal,
        onDone: () => {
          done += 1;
          report({ done, total: files.length, phase: 'files' });
        },
        onFailed: (path, reason) => result.withoutFile.push({ path, reason }),
      },
      files,
    );
    return result;
  } finally {
    plan.close();
  }
}

function countOf({ added, replaced }: ImportResult): number {
  return added + replaced;
}

async function createImportRow(client: SiteClient): Promise<string> {
  const { id } = await requireData<{ id: string }>(
    client.from('run_imports').insert({ id: crypto.randomUUID() }).select('id').single(),
  );
  return id;
}

async function requireUser(client: SiteClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new RunningFault('Please sign in again.');
  return data.session.user.id;
}

/** Short enough for a progress bar, long enough that rendering it costs little beside the work. */
const intervalMs = 200;

interface ProgressStep {
  done: number;
  total: number;
  phase: 'runs' | 'files';
}

/** Throttles progress reports: passes on the first and the last step of each phase, and at most five a second in between. */
function throttleProgress(report: (step: ProgressStep) => void): (step: ProgressStep) => void {
  let lastPhase: ProgressStep['phase'] | undefined;
  let reportedAt = 0;
  return (step) => {
    const now = performance.now();
    if (step.phase === lastPhase && step.done < step.total && now - reportedAt < intervalMs) return;
    lastPhase = step.phase;
    reportedAt = now;
    report(step);
  };
}
