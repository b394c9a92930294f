/**
 * The threads on which V8 compiles and collects garbage go behind the one that answers. Node starts them as equals: on one core, a few
 * functions that are compiled while requests come in keep pages waiting for tens of milliseconds.
 */
import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

/** Of 19 steps. Not the last: the collector waits for these threads at times, and they must not stand still while others use the machine. */
const niceSteps = 10;

/** On Linux, where a thread has a priority of its own; elsewhere nothing happens. */
export async function lowerBackgroundThreadPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  // The site itself may have been started behind others, with `nice`.
  const priority = Math.min(getPriority() + niceSteps, constants.priority.PRIORITY_LOW);
  for (const thread of await readdir('/proc/self/task').catch(() => [])) {
    const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8').catch(() => '');
    if (name.trim() !== 'V8Worker') continue;
    try {
      setPriority(Number(thread), priority);
    } catch {
      // It has ended, or the system does not allow it. The site runs as well without.
    }
  }
}
