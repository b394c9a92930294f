import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { joinPath } from './content-files.ts';

export interface PollOptions {
  base: string;
  /** The folders to look at; others may be added at any time. */
  folders: ReadonlyMap<string, unknown>;
  onPath: (path: string) => void;
}

const EVERY = 1000;
/** Files looked at in one round: a very large site takes several rounds, and never much of the processor. */
const FILES_A_ROUND = 2000;
const GONE = -1;

/** Finds changes by looking: a folder's time tells that names in it changed, a file's time that it was saved. */
export function createPoll(options: PollOptions): { close(): void } {
  const folderTimes = new Map<string, number>();
  const fileTimes = new Map<string, string>();
  let files: string[] = [];
  let next = 0;
  let closed = false;
  let timer = setTimeout(firstRound, 0);

  /** Remembers how everything is. What was saved just before that is found by one look at the whole folder. */
  async function firstRound(): Promise<void> {
    await round();
    options.onPath('');
  }

  async function round(): Promise<void> {
    for (const folder of [...options.folders.keys()]) await lookAtFolder(folder);
    if (next >= files.length) {
      files = [...fileTimes.keys()];
      next = 0;
    }
    for (const file of files.slice(next, next + FILES_A_ROUND)) await lookAtFile(file);
    next += FILES_A_ROUND;
    if (closed) return;
    timer = setTimeout(round, EVERY);
    timer.unref();
  }

  async function lookAtFolder(folder: string): Promise<void> {
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

  async function lookAtFile(path: string): Promise<void> {
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
