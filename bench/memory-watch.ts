/** Loaded before the site (`node --import`) by auth-mails.ts alone. On SIGUSR2 it writes what the memory of the process consists of. */
import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';

/** In bytes. */
export interface MemoryKinds {
  resident: number;
  /** What lives longer than two young collections, and what was just made: V8 takes room for both before it is needed. */
  oldSpace: number;
  youngSpace: number;
  /** Compiled code, large objects and the rest of V8's heap. */
  otherSpaces: number;
  /** What is in use of the heap after the collections that V8 has made by itself. */
  heapUsed: number;
  /** Buffers and other memory that objects hold outside the heap. */
  external: number;
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
  const kinds: MemoryKinds = {
    resident: rss,
    oldSpace,
    youngSpace,
    otherSpaces: all - oldSpace - youngSpace,
    heapUsed,
    external,
  };
  writeFileSync(file, JSON.stringify(kinds));
});
