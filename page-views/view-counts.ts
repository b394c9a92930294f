/**
 * View counts of articles that show them. They are read in the background once a minute and cached, so that rendering never waits for the
 * database; `onChange` names the pages whose count has changed.
 */
import type { ViewLog } from './view.ts';
import type { ViewStore } from './view-store.ts';

export interface ViewCounts {
  /** Undefined until it is known; from now on the page is watched. */
  of(path: string): number | undefined;
  onChange(listener: (paths: string[]) => void): void;
  /** Reads the counts now, for tests and for callers that cannot wait a minute. */
  refresh(): Promise<void>;
  close(): void;
}

interface ViewCountsOptions {
  store: Pick<ViewStore, 'count'>;
  log: ViewLog;
  everyMs?: number;
}

const maxWatchedPages = 20_000;
/** New pages are read soon, together with others that are opened at the same time. */
const collectMs = 50;

export function createViewCounts({ store, log, everyMs = 60_000 }: ViewCountsOptions): ViewCounts {
  const counts = new Map<string, number | undefined>();
  const listeners = new Set<(paths: string[]) => void>();
  let timer: NodeJS.Timeout | undefined;
  let failing = false;

  function wait(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void refresh().finally(() => wait(everyMs));
    }, ms).unref();
  }

  async function refresh(): Promise<void> {
    if (counts.size === 0) return;
    try {
      const found = await store.count([...counts.keys()]);
      const changed: string[] = [];
      for (const [path, before] of counts) {
        const count = roundCount(found[path] ?? 0);
        if (count === before) continue;
        counts.set(path, count);
        changed.push(path);
      }
      failing = false;
      if (changed.length > 0) for (const listener of listeners) listener(changed);
    } catch (error) {
      if (!failing)
        log({ level: 'warn', message: `The counts on articles are not up to date: ${String(error)}` });
      failing = true;
    }
  }

  return {
    of(path) {
      if (!counts.has(path) && counts.size < maxWatchedPages) {
        counts.set(path, undefined);
        clearTimeout(timer);
        timer = undefined;
        wait(collectMs);
      }
      return counts.get(path);
    },
    onChange: (listener) => void listeners.add(listener),
    refresh,
    close: () => clearTimeout(timer),
  };
}

/** Rounds to three significant digits, so that a popular page is not rendered again for every reader. */
function roundCount(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(count, 1))) - 2);
  return Math.floor(count / step) * step;
}
