import type { SupabaseClient } from '@supabase/supabase-js';
import { readList } from './list-calls.ts';
import type { ListContent } from './list-content.ts';

export interface ListWatch {
  /** Looks at once, e.g. after a vote of one's own. */
  look(): Promise<void>;
  stop(): void;
}

const everyMs = 4000;

/**
 * Tells of a list whenever it is different from before, so that a match appears without a reload. It asks every few seconds while the page is in sight; a channel
 * that tells by itself can take its place behind the same function.
 */
export function watchList(
  client: SupabaseClient,
  id: string,
  onChange: (content: ListContent) => void,
  onFault: (error: unknown) => void,
): ListWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let shown = '';
  let asked = 0;

  async function look(): Promise<void> {
    clearTimeout(timer);
    const number = ++asked;
    try {
      const content = await readList(client, id);
      // An answer that was overtaken by a later question may be older than what is shown.
      if (stopped || number !== asked) return;
      const written = JSON.stringify(content);
      if (written !== shown) onChange(content);
      shown = written;
    } catch (error) {
      if (!stopped && number === asked) onFault(error);
    } finally {
      if (!stopped && number === asked) wait();
    }
  }

  function wait(): void {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(() => void look(), everyMs);
  }

  const onVisible = () => {
    if (!document.hidden) void look();
  };
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', onVisible);
  void look();
  return {
    look() {
      // What is shown may have been changed here already: it is told in any case.
      shown = '';
      return look();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('online', onVisible);
    },
  };
}
