import { useSyncExternalStore } from 'react';
import { readLocalStorage, writeLocalStorage } from '../../runtime/local-storage.ts';
import { createStore } from '../../runtime/store.ts';

/** The shortlist of a visitor who is not signed in: it is stored in this browser only. */
export interface ShortlistEntry {
  name: string;
  /** 1 to 5; 0 for none. */
  rating: number;
  note: string;
}

const storageKey = 'names-shortlist';
const maxEntries = 200;
export const maxNoteLength = 500;
const none: ShortlistEntry[] = [];

/** Undefined until it is changed. */
const changed = createStore<ShortlistEntry[] | undefined>(undefined);
let loaded: ShortlistEntry[] | undefined;

export function readShortlist(): ShortlistEntry[] {
  loaded ??= load();
  return changed.read() ?? loaded;
}

export function addToShortlist(name: string): void {
  if (readShortlist().some((entry) => entry.name === name)) return;
  save([...readShortlist(), { name, rating: 0, note: '' }].slice(-maxEntries));
}

export function removeFromShortlist(name: string): void {
  save(readShortlist().filter((entry) => entry.name !== name));
}

export function changeShortlist(name: string, change: Partial<Omit<ShortlistEntry, 'name'>>): void {
  save(readShortlist().map((entry) => (entry.name === name ? { ...entry, ...change } : entry)));
}

export function clearShortlist(): void {
  save([]);
}

/** Empty on the server, and until the browser has read it. */
export function useShortlist(): ShortlistEntry[] {
  return useSyncExternalStore(subscribe, readShortlist, () => none);
}

function subscribe(listener: () => void): () => void {
  // The same function is added once only.
  addEventListener('storage', onStorage);
  return changed.subscribe(listener);
}

/** Another tab has changed it. */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && key !== storageKey) return;
  changed.set(load());
}

function save(next: ShortlistEntry[]): void {
  writeLocalStorage(storageKey, next.length === 0 ? null : JSON.stringify(next));
  changed.set(next);
}

function load(): ShortlistEntry[] {
  return parseShortlist(readLocalStorage(storageKey));
}

/** Stored data may be old or foreign: only entries of the right shape are used. */
export function parseShortlist(text: string | null): ShortlistEntry[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return none;
  }
  if (!Array.isArray(stored)) return none;
  const found = new Map<string, ShortlistEntry>();
  for (const each of stored as Partial<Record<keyof ShortlistEntry, unknown>>[]) {
    const { name: written, rating, note } = each ?? {};
    const name = typeof written === 'string' ? written.trim() : '';
    // In the form that the lists of the backend accept, so that it can be moved there on sign-in.
    if (name === '' || name.length > 40 || /\p{Cc}/u.test(name)) continue;
    found.set(name, {
      name,
      rating: typeof rating === 'number' && rating >= 1 && rating <= 5 ? Math.round(rating) : 0,
      note: typeof note === 'string' ? note.slice(0, maxNoteLength) : '',
    });
  }
  // The same empty array as on the server: a new one would be a change, and would render every subscriber again.
  return found.size === 0 ? none : [...found.values()].slice(0, maxEntries);
}
