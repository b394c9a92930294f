/** Loaded before the site (`node --import`) by auth-mails.ts alone. On SIGUSR2 it writes what the memory of the process consists of. */
import { readFileSync, writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';

/** In bytes. */
export interface MemoryKinds {
  /** The sum of the kinds up to `rest`. */
  resident: number;
  /** V8's new space. V8 grows it under load, up to a fixed size, and shrinks it when idle. */
  youngSpace: number;
  /** V8's old space: objects that survived two minor collections. */
  oldSpace: number;
  /** Compiled code, large objects and the rest of V8's heap. */
  otherSpaces: number;
  /** Buffers and other memory that objects hold outside the heap. */
  external: number;
  /** Files that are mapped, which other processes of Node share. */
  program: number;
  rest: number;
  /** The used part of the heap, including objects that the next collection frees. */
  heapUsed: number;
}

const file = process.env.BENCH_MEMORY_FILE;
if (!file) throw new Error('BENCH_MEMORY_FILE must name the file to write to.');

process.on('SIGUSR2', () => {
  const spaces = getHeapSpaceStatistics();
  const sizeOf = (name: string) =>
    spaces.find((space) => space.space_name === name)?.physical_space_size ?? 0;
  const all = spaces.reduce((sum, space) => sum + space.physical_space_size, 0);
  const [oldSpace, youngSpace] = [sizeOf('old_space'), sizeOf('new_space')];
  const { rss, heapUsed, external } = process.memoryUsage();
  const status = readFileSync('/proc/self/status', 'utf8');
  const program = Number(/^RssFile:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  const kinds: MemoryKinds = {
    resident: rss,
    youngSpace,
    oldSpace,
    otherSpaces: all - oldSpace - youngSpace,
    external,
    program,
    rest: rss - all - external - program,
    heapUsed,
  };
  writeFileSync(file, JSON.stringify(kinds));
});
