import { statSync } from 'node:fs';
import { rm, truncate } from 'node:fs/promises';
import { writeDurably } from '../durable-files.ts';
import { freeBytesOf } from '../free-bytes.ts';
import type { Log } from '../log.ts';

/**
 * Makes the database read-only before the disk is full: a server that runs out of space during a write shuts down, and needs space to
 * recover. A reserve file provides that space.
 */
export interface DiskSpaceMonitor {
  isFull(): boolean;
  /** Before a start: deletes the reserve if the disk is full. Writes nothing. */
  releaseReserve(): Promise<void>;
  /** Checks the disk. Returns true when the settings have changed and the server must reload them. */
  check(): Promise<boolean>;
  /** The same, and always writes the settings. */
  checkBeforeStart(): Promise<void>;
  /** The time until the next check: shorter when little space is left. */
  nextCheckMs(): number;
}

export interface DiskSpaceMonitorOptions {
  folder: string;
  reserveFile: string;
  minimumFreeBytes: number;
  readFreeBytes?: (folder: string) => Promise<number>;
  /** Makes new transactions read-only or writable, after the server has reloaded its settings. */
  writeSettings: (isReadOnly: boolean) => Promise<void>;
  log: Log;
}

export const defaultMinimumFreeBytes = 48 * 1024 * 1024;

// Two WAL segments, which a server needs to recover.
const reserveBytes = 32 * 1024 * 1024;
// The part that stays while the disk is full, for the next start: other programs may use the rest.
const lastReserveBytes = 1024 * 1024;
const plentyBytes = 1024 * 1024 * 1024;

export function createDiskSpaceMonitor(options: DiskSpaceMonitorOptions): DiskSpaceMonitor {
  const { folder, reserveFile, minimumFreeBytes, writeSettings, log, readFreeBytes = freeBytesOf } = options;
  let isFull = false;
  let free = plentyBytes;
  /** The last written setting. */
  let isReadOnly: boolean | undefined;

  const reserved = () => statSync(reserveFile, { throwIfNoEntry: false })?.size ?? 0;

  async function updateState(): Promise<void> {
    free = await readFreeBytes(folder);
    if (isFull || free >= minimumFreeBytes) return;
    if (reserved() > lastReserveBytes) await truncate(reserveFile, lastReserveBytes);
    isFull = true;
    log({
      level: 'error',
      message: `${folder} is nearly full: nothing is written until there is more space.`,
    });
  }

  async function releaseReserve(): Promise<void> {
    await updateState();
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
    async check() {
      await updateState();
      // A reserve that a power cut has damaged reserves nothing.
      const isReserved = reserved() === reserveBytes;
      // Writing resumes at a higher threshold than it stops, so that the state does not flap.
      const hasEnoughSpace = free > minimumFreeBytes * 1.5 + (isReserved ? 0 : reserveBytes);
      if (hasEnoughSpace && !isReserved) await writeDurably(reserveFile, blocksOf(reserveBytes));
      else if (reserved() < lastReserveBytes && free > 4 * lastReserveBytes)
        await writeDurably(reserveFile, blocksOf(lastReserveBytes));
      if (isFull && hasEnoughSpace) {
        isFull = false;
        log({ level: 'info', message: `There is space again in ${folder}: writing resumes.` });
      }
      return applySettings();
    },
  };
}

/** Writes real blocks: a sparse file would reserve nothing. */
function* blocksOf(bytes: number): Generator<Uint8Array> {
  const block = Buffer.alloc(1024 * 1024, 1);
  for (let written = 0; written < bytes; written += block.length) yield block;
}
