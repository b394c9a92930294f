import { startTransition, useCallback, useEffect, useState } from 'react';
import type { OpenedRun, RunSource } from '../run-source.ts';

export type Opening =
  | { status: 'loading' }
  | { status: 'open'; opened: OpenedRun }
  | { status: 'missing' }
  | { status: 'offline' }
  | { status: 'failed' };

/** A run from its source. `again` reads it once more: after an error, or after a change. The previous data stays until the new data is loaded. */
export function useOpenedRun(source: RunSource, id: string): { opening: Opening; again: () => void } {
  const [asked, setAsked] = useState(0);
  const [found, setFound] = useState<{ id: string; kind: RunSource['kind']; opening: Opening }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is what `asked` is for.
  useEffect(() => {
    let isCurrent = true;
    // A transition renders in slices: the graphs of a run take long.
    const show = (opening: Opening) =>
      isCurrent && startTransition(() => setFound({ id, kind: source.kind, opening }));
    source.open(id).then(
      (opened) => show(opened ? { status: 'open', opened } : { status: 'missing' }),
      () => show({ status: navigator.onLine ? 'failed' : 'offline' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, id, asked]);

  const again = useCallback(() => setAsked((count) => count + 1), []);
  const isOffline = found?.opening.status === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isOffline, again]);

  // A list that was read again has a new source; its data for this run is the same or arrives shortly.
  const isOther = found?.id !== id || found.kind !== source.kind;
  return { opening: isOther ? { status: 'loading' } : found.opening, again };
}
