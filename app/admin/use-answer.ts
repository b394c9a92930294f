import { useEffect, useState } from 'react';
import { AdminFault, callAdmin } from './call-admin.ts';

export interface Answered<Answer> {
  /** The last one, also while the next is on its way. */
  answer: Answer | undefined;
  fault: AdminFault | undefined;
  again(): void;
}

/** What the admin API answers to a GET, read again when the address changes. */
export function useAnswer<Answer>(
  path: `/${string}`,
  query: Record<string, string | undefined> = {},
): Answered<Answer> {
  const [state, setState] = useState<Pick<Answered<Answer>, 'answer' | 'fault'>>({
    answer: undefined,
    fault: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([path, query, attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of them.
  useEffect(() => {
    const leaving = new AbortController();
    callAdmin<Answer>(path, { query, signal: leaving.signal }).then(
      (answer) => setState({ answer, fault: undefined }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        if (!(error instanceof AdminFault)) throw error;
        setState((before) => ({ ...before, fault: error }));
      },
    );
    return () => leaving.abort();
  }, [key]);
  return { ...state, again: () => setAttempt((before) => before + 1) };
}
