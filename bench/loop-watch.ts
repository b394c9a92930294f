/**
 * Loaded before the site (`node --import`) by blocking.ts and by nobody else. Looks at the thread that serves pages every
 * millisecond: what the thread computed between two looks is how long it was away from its requests. On SIGUSR2 it writes the
 * longest of these since the last time, and begins anew.
 */
import { writeFileSync } from 'node:fs';

const file = process.env.BENCH_LOOP_FILE;
if (!file) throw new Error('BENCH_LOOP_FILE must name the file to write to.');

let longest = { cpu: 0, clock: 0 };
let lastLook = performance.now();
let lastCpu = process.threadCpuUsage();

setInterval(() => {
  const now = performance.now();
  const used = process.threadCpuUsage(lastCpu);
  longest.cpu = Math.max(longest.cpu, (used.user + used.system) / 1000);
  longest.clock = Math.max(longest.clock, now - lastLook);
  lastLook = now;
  lastCpu = process.threadCpuUsage();
}, 1).unref();

process.on('SIGUSR2', () => {
  writeFileSync(file, JSON.stringify(longest));
  longest = { cpu: 0, clock: 0 };
});
