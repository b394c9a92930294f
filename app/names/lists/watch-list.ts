import type { SupabaseClient } from '@supabase/supabase-js';
import { readList } from './list-calls.ts';
import type { ListContent } from './list-content.ts';

export interface ListWatch {
  /** Reads the list at once, e.g. after the user's own vote. */
  refresh(): Promise<void>;
  stop(): void;
}

interface ListWatcher {
  onContent(content: ListContent): void;
  onFault(error: unknown): void;
  /** Called with the first answer after an error. */
  onRecovery(): void;
}

const intervalMs = 4000;

/**
 * Polls a list every few seconds while the page is visible, so that a match appears without a reload. A push channel could replace the
 * polling behind the same function.
 */
export function watchList(
  client: SupabaseClient,
  id: string,
  { onContent, onFault, onRecovery }: ListWatcher,
): ListWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let hasFailed = false;
  let asked = 0;

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    const number = ++asked;
    // A superseded answer may be older than the content on screen.
    const isLatest = () => !isStopped && number === asked;
    try {
      const content = await readList(client, id);
      if (!isLatest()) return;
      if (hasFailed) onRecovery();
      hasFailed = false;
      onContent(content);
    } catch (error) {
      if (!isLatest()) return;
      hasFailed = true;
      onFault(error);
    } finally {
      if (isLatest() && !document.hidden) timer = setTimeout(() => void refresh(), intervalMs);
    }
  }

  const onReturn = () => {
    if (!document.hidden) void refresh();
  };
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('online', onReturn);
  void refresh();
  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('online', onReturn);
    },
  };
}
