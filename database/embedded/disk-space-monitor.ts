import { statSync } from 'node:fs';
import { rm, statfs, truncate } from 'node:fs/promises';
import { writeDurably } from '../durable-files.ts';
import type { Log } from '../log.ts';

/**
 * Stops writing while there is still room to go on reading: a server that meets a full disk in the middle of a write
 * shuts down, and needs room to come back. For that moment a file is kept that can be given up.
 */
export interface DiskSpaceMonitor {
  isFull(): boolean;
  /** Before a start: gives up all of the reserve if the disk is full. Writes nothing. */
  releaseReserve(): Promise<void>;
  /** Looks at the disk. True when the settings have changed and the server must read its settings again. */
  look(): Promise<boolean>;
  /** The same, and writes the settings in any case. */
  checkBeforeStart(): Promise<void>;
  /** When to look again: more often when little is left. */
  nextCheckMs(): number;
}

export interface DiskSpaceMonitorOptions {
  folder: string;
  reserveFile: string;
  minimumFreeBytes: number;
  readFreeBytes?: (folder: string) => Promise<number>;
  /** Makes new transactions read-only, or writable again, from the server's next look at its settings. */
  writeSettings: (isReadOnly: boolean) => Promise<void>;
  log: Log;
}

export const defaultMinimumFreeBytes = 48 * 1024 * 1024;

// Two segments of the write-ahead log, which is what a server needs to recover.
const reserveBytes = 32 * 1024 * 1024;
// What stays of it while the disk is full, for the next start: other programs may take all the rest.
const lastReserveBytes = 1024 * 1024;
const plentyBytes = 1024 * 1024 * 1024;

export function createDiskSpaceMonitor(options: DiskSpaceMonitorOptions): DiskSpaceMonitor {
  const { folder, reserveFile, minimumFreeBytes, writeSettings, log, readFreeBytes = freeBytesOf } = options;
  let isFull = false;
  let free = plentyBytes;
  /** What the server's settings say about it, once we have written them. */
  let isReadOnly: boolean | undefined;

  const reserved = () => statSync(reserveFile, { throwIfNoEntry: false })?.size ?? 0;

  async function decide(): Promise<void> {
    free = await readFreeBytes(folder);
    if (isFull || free >= minimumFreeBytes) return;
    if (reserved() > lastReserveBytes) await truncate(reserveFile, lastReserveBytes);
    isFull = true;
    log({
      level: 'error',
      message: `${folder} is nearly full: nothing is written until there is more room.`,
    });
  }

  async function releaseReserve(): Promise<void> {
    await decide();
    if (isFull) await rm(reserveFile, { force: true });
  }

  async function applySettings(): Promise<boolean> {
    if (isReadOnly === isFull) return false;
    await writeSettings(isFull);
    isReadOnly = isFull;
    return true;
  }

  return {
    isFull: () => isFull,
    nextCheckMs: () => (free < plentyBytes ? 250 : 2000),
    releaseReserve,
    async checkBeforeStart() {
      await releaseReserve();
      isReadOnly = undefined;
      await applySettings();
    },
    async look() {
      await decide();
      // What a power cut left of one reserves nothing.
      const isReserved = reserved() === reserveBytes;
      // More is needed to begin again than to stop, so that it does not go back and forth at the edge.
      const hasEnoughSpace = free > minimumFreeBytes * 1.5 + (isReserved ? 0 : reserveBytes);
      if (hasEnoughSpace && !isReserved) await writeDurably(reserveFile, blocksOf(reserveBytes));
      else if (reserved() < lastReserveBytes && free > 4 * lastReserveBytes)
        await writeDurably(reserveFile, blocksOf(lastReserveBytes));
      if (isFull && hasEnoughSpace) {
        isFull = false;
        log({ level: 'info', message: `There is room again in ${folder}: writing goes on.` });
      }
      return applySettings();
    },
  };
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Really written: a file full of holes would reserve nothing. */
function* blocksOf(bytes: number): Generator<Uint8Array> {
  const block = Buffer.alloc(1024 * 1024, 1);
  for (let written = 0; written < bytes; written += block.length) yield block;
}
