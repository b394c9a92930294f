import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDurableFolder, syncFolder, syncTree, writeDurably } from '../durable-files.ts';
import { DatabaseStartError } from '../errors.ts';

/** One part of a restore: existing data is moved aside, prepared data replaces it. */
export interface Move {
  prepared: string;
  target: string;
  aside: string;
}

const planName = 'restore.json';

/** Writes the plan and executes it. Once the plan is written, the restore can only go forward. */
export async function executeRestore(home: string, moves: Move[]): Promise<void> {
  const plan = join(home, planName);
  // Synced before the plan that refers to it.
  for (const { prepared } of moves) await syncTree(prepared);
  await writeDurably(plan, JSON.stringify(moves));
  await finishRestore(home);
}

export function isRestorePending(home: string): boolean {
  return existsSync(join(home, planName));
}

/** Completes a restore that was killed half-way; each step can be repeated. Does nothing without a plan. */
export async function finishRestore(home: string): Promise<void> {
  const plan = join(home, planName);
  if (!existsSync(plan)) return;
  const moves = await readPlan(plan);
  for (const { prepared, target, aside } of moves) {
    if (!existsSync(prepared)) continue;
    if (existsSync(target)) {
      await makeDurableFolder(dirname(aside), 0o700);
      await rename(target, aside);
      await syncFolder(dirname(aside));
    }
    await rename(prepared, target);
    await syncFolder(dirname(target));
  }
  await rm(plan);
  await syncFolder(home);
}

async function readPlan(plan: string): Promise<Move[]> {
  try {
    return JSON.parse(await readFile(plan, 'utf8'));
  } catch (cause) {
    throw new DatabaseStartError(
      `${plan} is damaged: a restore was cut off. Delete this file and restore the backup again with --force.`,
      { cause },
    );
  }
}
