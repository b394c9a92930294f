import { useCallback, useEffect, useRef, useState } from 'react';
import { callAdmin, explainFault } from '../call-admin.ts';
import type { PeopleOrder, PeoplePage } from './people-data.ts';

export interface PeopleState {
  /** The accounts so far; those of the search before stay until the next are there. */
  page: PeoplePage | undefined;
  fault: string | undefined;
  pending: boolean;
  showMore(): void;
  again(): void;
}

export function usePeople(q: string, sort: PeopleOrder): PeopleState {
  const [page, setPage] = useState<PeoplePage>();
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(true);
  const [round, setRound] = useState(0);
  const reading = useRef<AbortController>(undefined);

  const read = useCallback(
    async (after?: string) => {
      reading.current?.abort();
      const controller = new AbortController();
      reading.current = controller;
      const { signal } = controller;
      setPending(true);
      try {
        const query = { q: q || undefined, sort, after };
        const found = await callAdmin<PeoplePage>('/people', { query, signal });
        setFault(undefined);
        setPage((before) =>
          after && before
            ? { ...found, total: before.total, people: [...before.people, ...found.people] }
            : found,
        );
      } catch (error) {
        if (signal.aborted) return;
        setFault(explainFault(error));
      }
      if (!signal.aborted) setPending(false);
    },
    [q, sort],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    void read();
    return () => reading.current?.abort();
  }, [read, round]);

  return {
    page,
    fault,
    pending,
    showMore: () => void (page?.next && !pending && read(page.next)),
    again: () => setRound(round + 1),
  };
}
