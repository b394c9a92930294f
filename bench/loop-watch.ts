/**
 * Loaded before the site (`node --import`) by blocking.ts and by nobody else. Looks at the thread that serves pages every
 * millisecond: from one look to the next it was away from its requests. Of that time by the clock, the time in which the thread was
 * ready and the machine gave it no core is counted apart, as the kernel keeps it. On SIGUSR2 it writes the longest of these since the
 * last time, and begins anew.
 */
import { openSync, readSync, writeFileSync } from 'node:fs';

export interface Longest {
  /** By the clock. */
  clock: number;
  /** By the clock, less the wait for a core: computing, waiting for a lock or a disk, asleep until the next look. */
  kept: number;
  /** Computing alone. */
  cpu: number;
}

const file = process.env.BENCH_LOOP_FILE;
if (!file) throw new Error('BENCH_LOOP_FILE must name the file to write to.');

// Nanoseconds on a core, nanoseconds of waiting for one, number of turns.
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const text = Buffer.alloc(64);
const nothing: Longest = { clock: 0, kept: 0, cpu: 0 };

let longest = { ...nothing };
let last = look();

function look() {
  const [used = 0, waited = 0] = text
    .toString('latin1', 0, readSync(schedule, text, 0, 64, 0))
    .split(' ')
    .map(Number);
  return { now: performance.now(), used: used / 1e6, waited: waited / 1e6 };
}

setInterval(() => {
  const next = look();
  const clock = next.now - last.now;
  longest = {
    clock: Math.max(longest.clock, clock),
    kept: Math.max(longest.kept, clock - (next.waited - last.waited)),
    cpu: Math.max(longest.cpu, next.used - last.used),
  };
  last = next;
}, 1).unref();

process.on('SIGUSR2', () => {
  writeFileSync(file, JSON.stringify(longest));
  longest = { ...nothing };
});
