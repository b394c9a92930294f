import { startTransition, useCallback, useEffect, useState } from 'react';
import { type FoundRuns, findRuns, type Viewer } from './find-runs.ts';

export interface Runs {
  /** Undefined while they are asked for the first time. */
  found: FoundRuns | 'none' | 'failed' | undefined;
  /** Asks again. What is on screen stays until the answer is there. */
  reload(): void;
  /** As `reload`, after a fault: the fault leaves the screen at once. */
  again(): void;
  /** Shows a change before the database was asked. */
  replace(found: FoundRuns): void;
}

/** The list of runs, when it is `wanted`: whoever opens the address of one run does not need it. */
export function useRuns({ isSignedIn, samples, today }: Viewer, wanted: boolean): Runs {
  const [found, setFound] = useState<Runs['found']>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    if (!wanted) return;
    const request = new AbortController();
    findRuns({ isSignedIn, samples, today }, request.signal).then(
      // As a transition it is drawn in slices: years of runs are much to draw.
      (answer) => !request.signal.aborted && startTransition(() => setFound(answer ?? 'none')),
      (error: unknown) => {
        if (request.signal.aborted) return;
        console.warn('The runs could not be read.', error);
        // A list that is a moment old is better than none.
        setFound((before) => (typeof before === 'object' ? before : 'failed'));
      },
    );
    return () => request.abort();
  }, [isSignedIn, samples, today, wanted, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const again = useCallback(() => {
    setFound(undefined);
    setRound((count) => count + 1);
  }, []);
  return { found, reload, again, replace: setFound };
}
