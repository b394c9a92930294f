import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from '../../database/embedded/process-identity.ts';

const memoryFolder = '/dev/shm';
const enoughBytes = 6 * 1024 ** 3;
const prefix = 'porchlight-';

/**
 * Where all temporary files of a run are: in memory where the system has a folder for it and room, else on disk. A run makes hundreds of
 * databases, and a disk needs longer for them than the tests take.
 */
export function makeTestFolder(): { path: string; remove(): void } {
  const isRoomy = hasRoomInMemory();
  if (isRoomy) removeAbandoned();
  const path = mkdtempSync(join(isRoomy ? memoryFolder : tmpdir(), `${prefix}${process.pid}-`));
  // Servers that are started by root run as another user.
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || freemem() < enoughBytes) return false;
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}

/** Those of runs that were killed: they would take memory until the machine is restarted. */
function removeAbandoned(): void {
  for (const name of readdirSync(memoryFolder)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid && startTimeOf(Number(pid)) === undefined)
      rmSync(join(memoryFolder, name), { recursive: true, force: true });
  }
}
