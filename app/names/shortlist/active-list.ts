import { useSyncExternalStore } from 'react';
import { createStore } from '../../runtime/store.ts';

/** The list that is open, to which the heart buttons add names while the user is signed in. Without one they add to the shortlist of this browser. */
export interface ActiveList {
  names: ReadonlySet<string>;
  add(name: string): void;
  remove(name: string): void;
}

const { read, set, subscribe } = createStore<ActiveList | undefined>(undefined);

export { read as readActiveList, set as setActiveList };

export function useActiveList(): ActiveList | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined);
}
