import { useSyncExternalStore } from 'react';

/** Where the hearts go while somebody is signed in: the list that is open. Without a keeper they go to the shortlist of this browser. */
export interface OpenList {
  names: ReadonlySet<string>;
  add(name: string): void;
  remove(name: string): void;
}

let openList: OpenList | undefined;
const listeners = new Set<() => void>();

export function setOpenList(next: OpenList | undefined): void {
  openList = next;
  for (const listener of listeners) listener();
}

export function readOpenList(): OpenList | undefined {
  return openList;
}

export function useOpenList(): OpenList | undefined {
  return useSyncExternalStore(
    subscribe,
    () => openList,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
