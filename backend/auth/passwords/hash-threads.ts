import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** How far the threads that hash stand back behind the one that serves requests: it gets a core before they do. */
const niceness = 5;

/**
 * Hashes take a core for a long time each, and on a small machine there are as many of them as cores. On Linux a thread has a priority
 * of its own; elsewhere nothing is changed. Reading files and compressing pages happens on the same threads and waits a little
 * longer while somebody signs in.
 */
export function lowerHashThreadPriority(): void {
  if (process.platform !== 'linux') return;
  // The process itself may have been started behind others, with `nice`.
  const priority = Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW);
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
      if (name === 'libuv-worker') setPriority(Number(thread), priority);
    }
  } catch {
    // Without /proc, or without leave, they stay as they are.
  }
}
