import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { ContentLog } from '../log.ts';
import { readFolderIdentity } from './folder-identity.ts';
import { createPoll } from './poll-folders.ts';

export interface FolderWatch {
  /** Watches one more folder, given relative to the content folder, or again if another folder is there now. */
  add(folder: string): void;
  remove(folder: string): void;
  close(): void;
}

export interface FolderWatchOptions {
  base: string;
  log: ContentLog;
  /** Paths, relative to the content folder, that were saved, added, renamed or deleted. */
  onPaths: (paths: Set<string>) => void;
  /** How the system watches a folder. A test can pass another function. */
  watchFolder?: typeof watch;
  platform?: NodeJS.Platform;
}

/** Editors save in several steps; changes within this many milliseconds are handled together. */
const DEBOUNCE_MS = 15;

/**
 * Reports what changes in the content folder. Linux watches each folder by itself, macOS and Windows watch the whole
 * tree; where neither works, the folders are polled once a second.
 */
export function createFolderWatch(options: FolderWatchOptions): FolderWatch {
  const { base, log, onPaths, watchFolder = watch, platform = process.platform } = options;
  const isRecursive = platform === 'darwin' || platform === 'win32';
  /** Which folder each path led to when its watch began. */
  const folders = new Map<string, string | undefined>();
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let poll: ReturnType<typeof createPoll> | undefined;

  function addPath(path: string): void {
    changed.add(path);
    timer ??= setTimeout(() => {
      const paths = changed;
      changed = new Set();
      timer = undefined;
      onPaths(paths);
    }, DEBOUNCE_MS);
  }

  function start(folder: string): void {
    try {
      const watcher = watchFolder(join(base, folder), { recursive: isRecursive, persistent: false });
      watchers.set(folder, watcher);
      watcher.on('change', (_event, name) => {
        // Without a name anything in the folder may have changed.
        if (name === null || name === undefined) return addPath(folder);
        const path = name.toString().replaceAll('\\', '/');
        addPath(folder === '' ? path : `${folder}/${path}`);
      });
      watcher.on('error', (error: NodeJS.ErrnoException) => fail(folder, error));
    } catch (error) {
      fail(folder, error as NodeJS.ErrnoException);
    }
  }

  function fail(folder: string, error: NodeJS.ErrnoException): void {
    // A folder that was deleted while it was being added is reported by the folder it was in.
    const isGone = folder !== '' && (error.code === 'ENOENT' || error.code === 'EPERM');
    if (isGone) stop(folder);
    if (isGone || poll) return;
    for (const name of [...watchers.keys()]) stop(name);
    const why =
      error.code === 'ENOSPC'
        ? 'the system has no watches left (fs.inotify.max_user_watches)'
        : error.message;
    log({
      level: 'warn',
      message: `The content folder cannot be watched: ${why}. It is looked at once a second instead.`,
    });
    poll = createPoll({ base, folders, onPath: addPath });
  }

  function stop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  return {
    add(folder) {
      const identity = readFolderIdentity(join(base, folder));
      if (folders.has(folder) && folders.get(folder) === identity) return;
      folders.set(folder, identity);
      stop(folder);
      if (!poll && (!isRecursive || folder === '')) start(folder);
    },
    remove(folder) {
      folders.delete(folder);
      stop(folder);
    },
    close() {
      clearTimeout(timer);
      poll?.close();
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}
