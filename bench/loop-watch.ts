/**
 * Loaded before the site (`node --import`) by blocking.ts only. A timer of one millisecond samples the thread that serves pages:
 * between two samples the event loop was blocked. Of that time by the clock, the time in which the thread was
 * ready and had no core is counted separately, from the kernel's statistics. On SIGUSR2 it writes the longest times since the
 * last signal, and resets them.
 */
import { openSync, readSync, writeFileSync } from 'node:fs';

export interface Longest {
  /** By the clock. */
  clock: number;
  /** By the clock, less the wait for a core: computing, waiting for a lock or a disk, sleeping until the next sample. */
  blocked: number;
  /** Computing alone. */
  cpu: number;
}

const file = process.env.BENCH_LOOP_FILE;
if (!file) throw new Error('BENCH_LOOP_FILE must name the file to write to.');

// Nanoseconds on a core, nanoseconds of waiting for one, number of turns.
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const text = Buffer.alloc(64);
const nothing: Longest = { clock: 0, blocked: 0, cpu: 0 };

let longest = { ...nothing };
let last = sample();

function sample() {
  const [used = 0, waited = 0] = text
    .toString('latin1', 0, readSync(schedule, text, 0, 64, 0))
    .split(' ')
    .map(Number);
  return { now: performance.now(), used: used / 1e6, waited: waited / 1e6 };
}

setInterval(() => {
  const next = sample();
  const clock = next.now - last.now;
  longest = {
    clock: Math.max(longest.clock, clock),
    blocked: Math.max(longest.blocked, clock - (next.waited - last.waited)),
    cpu: Math.max(longest.cpu, next.used - last.used),
  };
  last = next;
}, 1).unref();

process.on('SIGUSR2', () => {
  writeFileSync(file, JSON.stringify(longest));
  longest = { ...nothing };
});
