import { useCallback, useEffect, useRef, useState } from 'react';
import { callAdmin, explainFault } from './call-admin.ts';

export interface Pages<Page> {
  /** What was read so far, as one. */
  page: Page | undefined;
  /** False while `page` and `fault` are those of the search before. */
  isCurrent: boolean;
  fault: string | undefined;
  pending: boolean;
  showMore(): void;
  again(): void;
}

/** Reads a list of the admin API page by page. `search`: its query; another one begins anew. `join` puts a page behind those before. */
export function usePages<Page extends { next?: string }>(
  path: `/${string}`,
  search: Record<string, string | undefined>,
  join: (before: Page, next: Page) => Page,
): Pages<Page> {
  const query = JSON.stringify(search);
  const [state, setState] = useState<{ query: string; page?: Page; fault?: string }>({ query });
  const [pending, setPending] = useState(true);
  const [round, setRound] = useState(0);
  const reading = useRef<AbortController>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `query` is the text of `search`, and `join` is always the same.
  const read = useCallback(
    async (after?: string) => {
      reading.current?.abort();
      const controller = new AbortController();
      reading.current = controller;
      const { signal } = controller;
      setPending(true);
      try {
        const found = await callAdmin<Page>(path, { query: { ...search, after }, signal });
        setState(({ page }) => ({ query, page: after && page ? join(page, found) : found }));
      } catch (error) {
        if (signal.aborted) return;
        setState((before) => ({ ...before, query, fault: explainFault(error) }));
      }
      if (!signal.aborted) setPending(false);
    },
    [path, query],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    void read();
    return () => reading.current?.abort();
  }, [read, round]);

  const { page } = state;
  return {
    page,
    isCurrent: state.query === query,
    fault: state.fault,
    pending,
    showMore: () => void (page?.next && !pending && read(page.next)),
    again: () => setRound((count) => count + 1),
  };
}
