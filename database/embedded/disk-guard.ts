import { statSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { writeDurably } from '../durable-files.ts';
import type { Log } from '../log.ts';

/**
 * Stops writing while there is still room to go on reading: a server that meets a full disk in the middle of a write
 * shuts down, and needs room to come back. For that moment a file is kept that can be given up.
 */
export interface DiskGuard {
  isFull(): boolean;
  /** Looks at the disk. True when the answer to `isFull` has changed and the server must read its settings again. */
  look(): Promise<boolean>;
  /** Gives up the reserve if the disk is full, so that the server can start; makes none, so that it starts soon. */
  lookBeforeStart(): Promise<void>;
  /** When to look again: more often when little is left. */
  nextLookMs(): number;
}

export interface DiskGuardOptions {
  folder: string;
  reserveFile: string;
  minimumFreeBytes: number;
  /** Makes new transactions read-only, or writable again, from the server's next look at its settings. */
  writeSettings: (isReadOnly: boolean) => Promise<void>;
  log: Log;
}

export const defaultMinimumFreeBytes = 48 * 1024 * 1024;

// Two segments of the write-ahead log, which is what a server needs to recover.
const reserveBytes = 32 * 1024 * 1024;
const plentyBytes = 1024 * 1024 * 1024;

export function createDiskGuard(options: DiskGuardOptions): DiskGuard {
  const { folder, reserveFile, minimumFreeBytes, writeSettings, log } = options;
  let isFull = false;
  let free = plentyBytes;

  async function stopIfFull(): Promise<boolean> {
    free = await readFreeBytes(folder);
    if (isFull || free >= minimumFreeBytes) return false;
    await rm(reserveFile, { force: true });
    await writeSettings(true);
    isFull = true;
    log({
      level: 'error',
      message: `${folder} is nearly full: nothing is written until there is more room.`,
    });
    return true;
  }

  return {
    isFull: () => isFull,
    nextLookMs: () => (free < plentyBytes ? 250 : 2000),
    async lookBeforeStart() {
      await stopIfFull();
    },
    async look() {
      if (await stopIfFull()) return true;
      // More is needed to begin again than to stop, so that it does not go back and forth at the edge.
      // What a power cut left of one reserves nothing.
      const isReserved = statSync(reserveFile, { throwIfNoEntry: false })?.size === reserveBytes;
      const isRoomy = free > minimumFreeBytes * 1.5 + (isReserved ? 0 : reserveBytes);
      if (isRoomy && !isReserved) await writeDurably(reserveFile, blocksOf(reserveBytes));
      if (!isFull || !isRoomy) return false;
      await writeSettings(false);
      isFull = false;
      log({ level: 'info', message: `There is room again in ${folder}: writing goes on.` });
      return true;
    },
  };
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Really written: a file full of holes would reserve nothing. */
function* blocksOf(bytes: number): Generator<Uint8Array> {
  const block = Buffer.alloc(1024 * 1024, 1);
  for (let written = 0; written < bytes; written += block.length) yield block;
}
