import type { SupabaseClient } from '@supabase/supabase-js';
import { ask, RunningFault } from '../data/running-fault.ts';
import { addBatch, type ChosenRun, toBatches } from './add-runs.ts';
import { atOnce } from './for-each-concurrent.ts';
import { type FileToKeep, keepOriginals } from './upload-originals.ts';
import type { ImportPlan } from './start-import.ts';
import { type Step, tellSeldom } from './throttle-progress.ts';

export interface ImportResult {
  /** For undoImport; undefined when nothing was added. */
  importId: string | undefined;
  added: number;
  replaced: number;
  /** Runs that were not imported. */
  failed: { path: string; reason: string }[];
  /** Runs that are there, but whose file could not be kept. */
  withoutFile: { path: string; reason: string }[];
}

export interface CarryOutOptions {
  /** First the runs are stored, then the files they came from. */
  onProgress?: (step: Step) => void;
  signal?: AbortSignal;
}

const batchesAtOnce = 2;

/**
 * Stores what a plan has found. Told to stop, it ends what is on its way and gives back what was done until then. What failed or was
 * left can be imported again: what is there already is recognised, and files that did not arrive are sent again.
 */
export async function carryOut(
  client: SupabaseClient,
  plan: ImportPlan,
  { onProgress, signal }: CarryOutOptions = {},
): Promise<ImportResult> {
  const tell = tellSeldom(onProgress ?? (() => {}));
  const result: ImportResult = { importId: undefined, added: 0, replaced: 0, failed: [], withoutFile: [] };
  try {
    const user = await requireUser(client);
    const chosen = plan.picks.map((pick) => ({ ...pick, id: crypto.randomUUID() }));
    const files: FileToKeep[] = [...plan.mends];
    if (chosen.length > 0) {
      const importId = await startRecord(client);
      const onRun = () =>
        tell({ done: countOf(result) + result.failed.length, total: chosen.length, phase: 'runs' });
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
      const context = { client, desk: plan.desk, importId, signal, onAdded, onFailed };
      await atOnce(toBatches(chosen), batchesAtOnce, (batch) => addBatch(context, batch), signal);
      // A record of nothing would be offered to be undone.
      if (!result.importId) await ask(client.from('run_imports').delete().eq('id', importId));
    }
    let done = 0;
    await keepOriginals(
      {
        client,
        desk: plan.desk,
        user,
        signal,
        onDone: () => {
          done += 1;
          tell({ done, total: files.length, phase: 'files' });
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

async function startRecord(client: SupabaseClient): Promise<string> {
  const { id } = await ask<{ id: string }>(
    client.from('run_imports').insert({ id: crypto.randomUUID() }).select('id').single(),
  );
  return id;
}

async function requireUser(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new RunningFault('Please sign in again.');
  return data.session.user.id;
}
