import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** One part of a restore: what is there goes aside, what was prepared takes its place. */
export interface Move {
  prepared: string;
  target: string;
  aside: string;
}

const planName = 'restore.json';

/** Writes the plan down and carries it out. From the first of these two on, there is only forward. */
export async function carryOut(home: string, moves: Move[]): Promise<void> {
  const plan = join(home, planName);
  await writeFile(`${plan}.new`, JSON.stringify(moves), { mode: 0o600 });
  await rename(`${plan}.new`, plan);
  await finishRestore(home);
}

export function isRestorePending(home: string): boolean {
  return existsSync(join(home, planName));
}

/** Completes a restore that was killed between its parts; each step can be repeated. Without one, does nothing. */
export async function finishRestore(home: string): Promise<void> {
  const plan = join(home, planName);
  if (!existsSync(plan)) return;
  const moves: Move[] = JSON.parse(await readFile(plan, 'utf8'));
  for (const { prepared, target, aside } of moves) {
    if (!existsSync(prepared)) continue;
    if (existsSync(target)) {
      await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
      await rename(target, aside);
    }
    await rename(prepared, target);
  }
  await rm(plan);
}
