import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDurableFolder, syncFolder, syncTree, writeDurably } from '../durable-files.ts';
import { DatabaseStartError } from '../errors.ts';

/** One part of a restore: what is there goes aside, what was prepared takes its place. */
export interface Move {
  prepared: string;
  target: string;
  aside: string;
}

const planName = 'restore.json';

/** Writes the plan down and carries it out. From the first of these two on, there is only forward. */
export async function executeRestore(home: string, moves: Move[]): Promise<void> {
  const plan = join(home, planName);
  // Whole on disk before the plan that speaks of it.
  for (const { prepared } of moves) await syncTree(prepared);
  await writeDurably(plan, JSON.stringify(moves));
  await finishRestore(home);
}

export function isRestorePending(home: string): boolean {
  return existsSync(join(home, planName));
}

/** Completes a restore that was killed between its parts; each step can be repeated. Without one, does nothing. */
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
