import { useSyncExternalStore } from 'react';
import { createStore } from '../runtime/store.ts';
import { namesPath } from './names-address.ts';

/** The search of this tab, so that a link back from a name leads to the names that were found. */
const storageKey = 'names-explorer';
const changed = createStore<string | undefined>(undefined);

/** `query` is that of the page of all names, with its `?`. */
export function rememberExplorer(query: string): void {
  changed.set(query);
  try {
    sessionStorage.setItem(storageKey, query);
  } catch {
    // Blocked or full: it lasts until the next full load.
  }
}

/** The page of all names with the last search. Without it on the server, and until the page is hydrated. */
export function useExplorerHref(): string {
  return namesPath + useSyncExternalStore(changed.subscribe, readQuery, () => '');
}

function readQuery(): string {
  if (changed.read() === undefined) changed.set(load());
  return changed.read() ?? '';
}

function load(): string {
  try {
    const stored = sessionStorage.getItem(storageKey) ?? '';
    return stored.startsWith('?') ? stored : '';
  } catch {
    return '';
  }
}
