import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Bench } from './bench.ts';

const run = promisify(execFile);

/**
 * "On one core": the measured process gets the first core, and all other processes, this one included, get the others. Later child
 * processes inherit the cores of their parent. False where that is not possible: another system, a single core, no `taskset`.
 */
export async function reserveFirstCore(bench: Pick<Bench, 'onClose'>): Promise<boolean> {
  const cores = availableParallelism();
  if (cores < 2) return false;
  const moved = await moveTo(`1-${cores - 1}`, process.pid);
  if (moved) bench.onClose(async () => void (await moveTo(`0-${cores - 1}`, process.pid)));
  return moved;
}

export function pinToFirstCore(pid: number): Promise<boolean> {
  return moveTo('0', pid);
}

/** All threads of it. */
function moveTo(cores: string, pid: number): Promise<boolean> {
  return run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]).then(
    () => true,
    () => false,
  );
}
