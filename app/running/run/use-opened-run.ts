import { useCallback, useEffect, useState } from 'react';
import type { OpenedRun, RunSource } from '../run-source.ts';

export type Opening =
  | { status: 'loading' }
  | { status: 'open'; opened: OpenedRun }
  | { status: 'missing' }
  | { status: 'offline' }
  | { status: 'failed' };

/** A run as its source has it. `again` asks once more: after a fault, or after a change. The old picture stays until the new one is there. */
export function useOpenedRun(source: RunSource, id: string): { opening: Opening; again: () => void } {
  const [asked, setAsked] = useState(0);
  const [found, setFound] = useState<{ id: string; kind: RunSource['kind']; opening: Opening }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is what `asked` is for.
  useEffect(() => {
    let isCurrent = true;
    const show = (opening: Opening) => isCurrent && setFound({ id, kind: source.kind, opening });
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

  // A list that was read again has a source of its own; what it says of this run is the same or comes in a moment.
  const isOther = found?.id !== id || found.kind !== source.kind;
  return { opening: isOther ? { status: 'loading' } : found.opening, again };
}
