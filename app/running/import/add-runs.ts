import type { SupabaseClient } from '@supabase/supabase-js';
import { ask, RunningFault } from '../data/running-fault.ts';
import type { RunRow } from './worker-messages.ts';
import type { Desk } from './import-worker-client.ts';
import type { Pick } from './start-import.ts';
import { tryAgain } from './retry.ts';

/** A request may have a million bytes; some are left for the letters around the rows. */
const mostBytes = 600_000;

/** A run with the id it will have. */
export type ChosenRun = Pick & { id: string };

/** The runs in batches that fit into a request each. */
export function toBatches(runs: readonly ChosenRun[]): ChosenRun[][] {
  const batches: ChosenRun[][] = [];
  let room = 0;
  for (const run of runs) {
    if (run.bytes > room) {
      batches.push([]);
      room = mostBytes;
    }
    batches.at(-1)?.push(run);
    room -= run.bytes;
  }
  return batches;
}

export interface AddContext {
  client: SupabaseClient;
  desk: Desk;
  importId: string;
  signal: AbortSignal | undefined;
  /** Told of each run once, in the end. */
  onAdded(run: ChosenRun): void;
  onFailed(run: ChosenRun, reason: string): void;
}

/** Stores a batch. If the database refuses it, one run after the other is tried, so that a bad one stops none of the others. */
export async function addBatch(context: AddContext, batch: readonly ChosenRun[]): Promise<void> {
  const { desk, signal, onAdded, onFailed } = context;
  try {
    const rows = await desk.readRows(batch.map(({ index }) => index));
    const there = await tryAgain(() => send(context, batch, rows), isLasting, signal);
    for (const run of batch) {
      if (there.has(run.id)) onAdded(run);
      else onFailed(run, 'This run was added from somewhere else at the same moment.');
    }
  } catch (error) {
    const [run, ...others] = batch;
    if (others.length > 0 && isLasting(error)) {
      for (const each of batch) await addBatch(context, [each]);
      return;
    }
    const reason = error instanceof RunningFault ? error.message : 'The run could not be stored.';
    for (const each of run ? [run, ...others] : []) onFailed(each, reason);
  }
}

async function send(
  { client, importId }: AddContext,
  batch: readonly ChosenRun[],
  rows: readonly RunRow[],
): Promise<Set<string>> {
  const content = batch.map(({ id, replaces }, at) => ({ ...rows[at], id, replaces }));
  return new Set(await ask<string[]>(client.rpc('add_runs', { import: importId, batch: content })));
}

/** The database has seen it and said no; anything else may have been the way there. */
function isLasting(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  // 22 and 23: values that do not fit. 42: not allowed. The 53s and 57s are a server in need.
  return /^(22|23|42)/.test(code);
}
