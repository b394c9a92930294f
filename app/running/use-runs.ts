import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { RunningSettings } from './data/running-settings.ts';
import { type FoundRuns, findRuns, type Viewer } from './find-runs.ts';

export interface Runs {
  /** Undefined while they are first loading. */
  found: FoundRuns | 'none' | 'failed' | undefined;
  /** Reads them again. The current list stays on screen until the answer arrives. */
  reload(): void;
  /** As `reload`, after an error: the error is removed at once. */
  retry(): void;
  /** Applies settings that were just saved. */
  applySettings(changes: Partial<RunningSettings>): void;
}

/** The list of runs, if `wanted`: a visitor who opens a single run does not need it. */
export function useRuns({ isSignedIn, samples, today }: Viewer, wanted: boolean): Runs {
  const [found, setFound] = useState<Runs['found']>();
  const [round, setRound] = useState(0);
  /** Settings that were saved since the list was requested: the answer may be older. */
  const stored = useRef<Partial<RunningSettings>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    if (!wanted) return;
    const request = new AbortController();
    stored.current = {};
    findRuns({ isSignedIn, samples, today }, request.signal).then(
      // A transition renders in slices: years of runs take long to render.
      (answer) =>
        !request.signal.aborted &&
        startTransition(() => setFound(answer ? withSettings(answer, stored.current) : 'none')),
      (error: unknown) => {
        if (request.signal.aborted) return;
        console.warn('The runs could not be read.', error);
        // A list that is a little old is better than none.
        setFound((before) => (typeof before === 'object' ? before : 'failed'));
      },
    );
    return () => request.abort();
  }, [isSignedIn, samples, today, wanted, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const retry = useCallback(() => {
    setFound(undefined);
    setRound((count) => count + 1);
  }, []);
  const applySettings = useCallback((changes: Partial<RunningSettings>) => {
    stored.current = { ...stored.current, ...changes };
    setFound((before) => (typeof before === 'object' ? withSettings(before, changes) : before));
  }, []);
  return { found, reload, retry, applySettings };
}

function withSettings(found: FoundRuns, changes: Partial<RunningSettings>): FoundRuns {
  const { own } = found;
  return own ? { ...found, own: { ...own, settings: { ...own.settings, ...changes } } } : found;
}
