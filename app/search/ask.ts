import type { SearchAnswer } from '../../markdown/search/search-answer.ts';
import { isStaticSite } from '../runtime/static-site.ts';
import { searchFiles } from './search-files.ts';

export interface AskerOptions {
  /** The answer takes long enough to be waited for. */
  onBusy(): void;
  onAnswer(answer: SearchAnswer): void;
  /** The question cannot be answered as it is. */
  onRefused(message: string): void;
  onFault(): void;
  /** There is no question. */
  onEmpty(): void;
}

/** A pause between two letters that is longer than this asks. */
const pauseMs = 90;
const busyMs = 250;

/** Asks an address while a visitor types: one question at a time, and only the last one is answered. */
export function createAsker(address: string, options: AskerOptions): { ask(question: string): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  async function fetchAnswer(question: string, { signal }: AbortController): Promise<void> {
    const busy = setTimeout(options.onBusy, busyMs);
    signal.addEventListener('abort', () => clearTimeout(busy));
    try {
      if (isStaticSite()) {
        const answer = await searchFiles(question);
        if (!signal.aborted) options.onAnswer(answer);
        return;
      }
      const response = await fetch(`${address}?q=${encodeURIComponent(question)}`, { signal });
      const body = await response.json();
      if (signal.aborted) return;
      if (response.ok) options.onAnswer(body as SearchAnswer);
      else if (response.status === 400) options.onRefused(body.error.message);
      else options.onFault();
    } catch {
      if (!signal.aborted) options.onFault();
    } finally {
      clearTimeout(busy);
    }
  }

  return {
    ask(question) {
      clearTimeout(timer);
      running?.abort();
      if (question.trim() === '') {
        options.onEmpty();
        return;
      }
      running = new AbortController();
      timer = setTimeout(fetchAnswer, pauseMs, question, running);
    },
  };
}
