import { useSyncExternalStore } from 'react';

/** Where the hearts go while somebody is signed in: the list that is open. Without a keeper they go to the shortlist of this browser. */
export interface ShortlistKeeper {
  names: ReadonlySet<string>;
  add(name: string): void;
  remove(name: string): void;
}

let keeper: ShortlistKeeper | undefined;
const listeners = new Set<() => void>();

export function setShortlistKeeper(next: ShortlistKeeper | undefined): void {
  keeper = next;
  for (const listener of listeners) listener();
}

export function readShortlistKeeper(): ShortlistKeeper | undefined {
  return keeper;
}

export function useShortlistKeeper(): ShortlistKeeper | undefined {
  return useSyncExternalStore(
    subscribe,
    () => keeper,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
