import { useSyncExternalStore } from 'react';

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

let entries: ShortlistEntry[] | undefined;
const listeners = new Set<() => void>();

export function readShortlist(): ShortlistEntry[] {
  entries ??= load();
  return entries;
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
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}

/** Another tab has changed it. */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && key !== storageKey) return;
  entries = load();
  for (const listener of listeners) listener();
}

function save(next: ShortlistEntry[]): void {
  entries = next;
  try {
    if (next.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function load(): ShortlistEntry[] {
  try {
    return parseShortlist(localStorage.getItem(storageKey));
  } catch {
    return none;
  }
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
