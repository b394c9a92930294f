import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { joinPath } from './content-files.ts';

export interface PollOptions {
  base: string;
  /** The folders to check; others may be added at any time. */
  folders: ReadonlyMap<string, unknown>;
  onPath: (path: string) => void;
}

const INTERVAL_MS = 1000;
/** Files checked in one round: a very large site takes several rounds, and never much CPU time. */
const FILES_PER_ROUND = 2000;
const GONE = -1;

/** Finds changes by polling: a folder's modification time shows that names in it changed, a file's that it was saved. */
export function createPoll(options: PollOptions): { close(): void } {
  const folderTimes = new Map<string, number>();
  const fileTimes = new Map<string, string>();
  let files: string[] = [];
  let next = 0;
  let closed = false;
  let timer = setTimeout(firstRound, 0);

  /** Records all modification times. What was saved just before that is found by one scan of the whole folder. */
  async function firstRound(): Promise<void> {
    await round();
    options.onPath('');
  }

  async function round(): Promise<void> {
    for (const folder of [...options.folders.keys()]) await checkFolder(folder);
    if (next >= files.length) {
      files = [...fileTimes.keys()];
      next = 0;
    }
    for (const file of files.slice(next, next + FILES_PER_ROUND)) await checkFile(file);
    next += FILES_PER_ROUND;
    if (closed) return;
    timer = setTimeout(round, INTERVAL_MS);
    timer.unref();
  }

  async function checkFolder(folder: string): Promise<void> {
    const stats = await stat(join(options.base, folder)).catch(() => undefined);
    const known = folderTimes.get(folder);
    const time = stats?.mtimeMs ?? GONE;
    if (time === known) return;
    folderTimes.set(folder, time);
    if (known !== undefined) options.onPath(folder);
    for (const entry of await readdir(join(options.base, folder), { withFileTypes: true }).catch(() => [])) {
      const path = joinPath(folder, entry.name);
      if (!entry.isDirectory() && !fileTimes.has(path)) fileTimes.set(path, await readTime(path));
    }
  }

  async function checkFile(path: string): Promise<void> {
    const time = await readTime(path);
    if (time === fileTimes.get(path)) return;
    if (time === '') fileTimes.delete(path);
    else fileTimes.set(path, time);
    options.onPath(path);
  }

  async function readTime(path: string): Promise<string> {
    const stats = await stat(join(options.base, path)).catch(() => undefined);
    return stats ? `${stats.mtimeMs} ${stats.size}` : '';
  }

  return {
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
