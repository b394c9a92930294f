import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Bench } from './bench.ts';

const run = promisify(execFile);

/**
 * "On one core": the process that is measured gets the first core and whatever works beside it, this process included, the others. What
 * is started later goes where whoever starts it is. False where that cannot be had: another system, a single core, no `taskset`.
 */
export async function leaveFirstCore(bench: Pick<Bench, 'afterwards'>): Promise<boolean> {
  const cores = availableParallelism();
  if (cores < 2) return false;
  const moved = await moveTo(`1-${cores - 1}`, process.pid);
  if (moved) bench.afterwards(async () => void (await moveTo(`0-${cores - 1}`, process.pid)));
  return moved;
}

export function takeFirstCore(pid: number): Promise<boolean> {
  return moveTo('0', pid);
}

/** All threads of it. */
function moveTo(cores: string, pid: number): Promise<boolean> {
  return run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]).then(
    () => true,
    () => false,
  );
}
