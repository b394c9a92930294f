import { useSyncExternalStore } from 'react';

/** The list that is open, to which the heart buttons add names while the user is signed in. Without one they add to the shortlist of this browser. */
export interface ActiveList {
  names: ReadonlySet<string>;
  add(name: string): void;
  remove(name: string): void;
}

let activeList: ActiveList | undefined;
const listeners = new Set<() => void>();

export function setActiveList(next: ActiveList | undefined): void {
  activeList = next;
  for (const listener of listeners) listener();
}

export function readActiveList(): ActiveList | undefined {
  return activeList;
}

export function useActiveList(): ActiveList | undefined {
  return useSyncExternalStore(
    subscribe,
    () => activeList,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
