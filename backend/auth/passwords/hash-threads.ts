import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** The difference in priority between the hash threads and the thread that serves requests. */
const niceness = 5;

/**
 * Lowers the priority of the threads that hash. A hash occupies a core for a long time, and on a small machine there are as many
 * concurrent hashes as cores. On Linux a thread has a priority of its own; on other systems nothing is changed. Reading files and
 * compressing pages happens on the same threads and waits a little longer during sign-ins.
 */
export function lowerHashThreadPriority(): void {
  if (process.platform !== 'linux') return;
  // The process itself may run with a lower priority, through `nice`.
  const priority = Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW);
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
      if (name === 'libuv-worker') setPriority(Number(thread), priority);
    }
  } catch {
    // Without /proc or without permission the priority is unchanged.
  }
}
