import type { SupabaseClient } from '@supabase/supabase-js';
import { readList } from './list-calls.ts';
import type { ListContent } from './list-content.ts';

export interface ListWatch {
  /** Looks at once, e.g. after a vote of one's own. */
  look(): Promise<void>;
  stop(): void;
}

interface ListWatcher {
  onContent(content: ListContent): void;
  onFault(error: unknown): void;
  /** The first answer after a fault. */
  onRecovery(): void;
}

const everyMs = 4000;

/**
 * Tells what is in a list, again and again, so that a match appears without a reload. It asks every few seconds while the page is in sight; a channel that tells
 * by itself can take its place behind the same function.
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

  async function look(): Promise<void> {
    clearTimeout(timer);
    const number = ++asked;
    // An answer that was overtaken by a later question may be older than what is shown.
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
      if (isLatest() && !document.hidden) timer = setTimeout(() => void look(), everyMs);
    }
  }

  const onReturn = () => {
    if (!document.hidden) void look();
  };
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('online', onReturn);
  void look();
  return {
    look,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('online', onReturn);
    },
  };
}
