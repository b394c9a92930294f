import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { RunningSettings } from './data/running-settings.ts';
import { type FoundRuns, findRuns, type Viewer } from './find-runs.ts';

export interface Runs {
  /** Undefined while they are asked for the first time. */
  found: FoundRuns | 'none' | 'failed' | undefined;
  /** Asks again. What is on screen stays until the answer is there. */
  reload(): void;
  /** As `reload`, after a fault: the fault leaves the screen at once. */
  again(): void;
  /** Settings that are stored now. */
  keepSettings(changes: Partial<RunningSettings>): void;
}

/** The list of runs, when it is `wanted`: whoever opens the address of one run does not need it. */
export function useRuns({ isSignedIn, samples, today }: Viewer, wanted: boolean): Runs {
  const [found, setFound] = useState<Runs['found']>();
  const [round, setRound] = useState(0);
  /** Stored since the list was asked for: the answer may be older. */
  const stored = useRef<Partial<RunningSettings>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    if (!wanted) return;
    const request = new AbortController();
    stored.current = {};
    findRuns({ isSignedIn, samples, today }, request.signal).then(
      // As a transition it is drawn in slices: years of runs are much to draw.
      (answer) =>
        !request.signal.aborted &&
        startTransition(() => setFound(answer ? withSettings(answer, stored.current) : 'none')),
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
  const keepSettings = useCallback((changes: Partial<RunningSettings>) => {
    stored.current = { ...stored.current, ...changes };
    setFound((before) => (typeof before === 'object' ? withSettings(before, changes) : before));
  }, []);
  return { found, reload, again, keepSettings };
}

function withSettings(found: FoundRuns, changes: Partial<RunningSettings>): FoundRuns {
  const { own } = found;
  return own ? { ...found, own: { ...own, settings: { ...own.settings, ...changes } } } : found;
}
