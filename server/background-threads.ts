/**
 * Lowers the priority of the threads on which V8 compiles and collects garbage. Node starts them with normal priority: on one core,
 * functions that are compiled during requests delay pages by tens of milliseconds.
 */
import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * The nice increment, of 19. Not the maximum: the garbage collector sometimes waits for these threads, and they must progress on a busy
 * machine.
 */
const niceSteps = 10;

/** Linux only, where each thread has its own priority; elsewhere it does nothing. */
export async function lowerBackgroundThreadPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  // The site itself may have been started with `nice`.
  const priority = Math.min(getPriority() + niceSteps, constants.priority.PRIORITY_LOW);
  for (const thread of await readdir('/proc/self/task').catch(() => [])) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8').catch(() => '');
    if (name.trim() !== 'V8Worker') continue;
    try {
      setPriority(Number(thread), priority);
    } catch {
      // The thread has ended, or the system does not allow it. The site works without it.
    }
  }
}
