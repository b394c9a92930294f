import type { SiteClient } from '../../session/site-client.ts';
import { RunningFault, requireData } from '../data/running-fault.ts';
import type { ImportWorker } from './import-worker-client.ts';
import { retry } from './retry.ts';
import type { PlannedRun } from './start-import.ts';
import type { RunRow } from './worker-messages.ts';

/** A request may have a million bytes; the rest is for the JSON around the rows. */
const maxBatchBytes = 600_000;

/** A run with the id that it will be stored with. */
export type ChosenRun = PlannedRun & { id: string };

/** Splits the runs into batches that fit into a request each. */
export function toBatches(runs: readonly ChosenRun[]): ChosenRun[][] {
  const batches: ChosenRun[][] = [];
  let bytesLeft = 0;
  for (const run of runs) {
    if (run.bytes > bytesLeft) {
      batches.push([]);
      bytesLeft = maxBatchBytes;
    }
    batches.at(-1)?.push(run);
    bytesLeft -= run.bytes;
  }
  return batches;
}

export interface AddContext {
  client: SiteClient;
  worker: ImportWorker;
  importId: string;
  signal: AbortSignal | undefined;
  /** Called once for each run, at the end. */
  onAdded(run: ChosenRun): void;
  onFailed(run: ChosenRun, reason: string): void;
}

/** Stores a batch. If the database refuses it, the runs are sent one by one, so that an invalid one does not stop the others. */
export async function addBatch(context: AddContext, batch: readonly ChosenRun[]): Promise<void> {
  const { worker, signal, onAdded, onFailed } = context;
  try {
    const rows = await worker.readRows(batch.map(({ index, start }) => ({ index, start })));
    const stored = await retry(() => send(context, batch, rows), isPermanent, signal);
    for (const run of batch) {
      if (stored.has(run.id)) onAdded(run);
      else onFailed(run, 'This run was added elsewhere at the same time.');
    }
  } catch (error) {
    const [run, ...others] = batch;
    if (others.length > 0 && isPermanent(error)) {
      for (const each of batch) await addBatch(context, [each]);
      return;
    }
    const reason = error instanceof RunningFault ? error.message : 'The run could not be saved.';
    for (const each of run ? [run, ...others] : []) onFailed(each, reason);
  }
}

async function send(
  { client, importId }: AddContext,
  batch: readonly ChosenRun[],
  rows: readonly RunRow[],
): Promise<Set<string>> {
  const content = batch.map(({ id, replaces }, at) => ({ ...rows[at], id, replaces }));
  return new Set(await requireData<string[]>(client.rpc('add_runs', { import: importId, batch: content })));
}

/** Whether the database has refused the rows; any other error may be a network error. */
function isPermanent(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  // 22 and 23: invalid values. 42: not allowed. 53 and 57: the server is overloaded or shutting down.
  return /^(22|23|42)/.test(code);
}
