import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Files that are watched together. */
export interface WatchedFiles {
  /** The files as they are now; new ones appear in it. */
  list(): Promise<string[]>;
  /** Called with the files that were added, changed or deleted. Returns false to be called again. */
  onChange(paths: string[]): Promise<boolean>;
}

/** Path → time and size. */
type Snapshot = Map<string, string>;

const pollMs = 500;

/**
 * Polls files, which works on every file system, and for a few dozen files costs nothing. A change counts when it has lasted from one poll
 * to the next: a file that is still being written is left alone. `start` begins to call `onChange`, for what has changed since
 * the watch was created.
 */
export async function createFileWatch(groups: readonly WatchedFiles[]): Promise<{
  start(): void;
  close(): Promise<void>;
}> {
  const states = await Promise.all(
    groups.map(async (group) => {
      const handled = await takeSnapshot(group);
      return { group, handled, seen: handled };
    }),
  );
  const ending = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await wait(pollMs, undefined, { ref: false, signal: ending.signal }).catch(() => {});
      for (const state of states) if (!ending.signal.aborted) await poll(state);
    }
  }

  async function poll(state: (typeof states)[number]): Promise<void> {
    const now = await takeSnapshot(state.group);
    const isSettled = compare(now, state.seen).length === 0;
    state.seen = now;
    const changed = compare(now, state.handled);
    if (isSettled && changed.length > 0 && (await state.group.onChange(changed))) state.handled = now;
  }

  return {
    start() {
      running ??= run();
    },
    async close() {
      ending.abort();
      await running;
    },
  };
}

async function takeSnapshot({ list }: WatchedFiles): Promise<Snapshot> {
  const paths = await list().catch(() => []);
  const entries = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return [path, found === undefined ? '' : `${found.mtimeMs} ${found.size}`] as const;
    }),
  );
  return new Map(entries);
}

function compare(now: Snapshot, before: Snapshot): string[] {
  const paths = new Set([...now.keys(), ...before.keys()]);
  return [...paths].filter((path) => now.get(path) !== before.get(path)).sort();
}
