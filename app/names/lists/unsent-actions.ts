import { readLocalStorage, writeLocalStorage } from '../../runtime/local-storage.ts';
import type { ListAction } from './list-action.ts';

/** An action that the backend does not have yet. It is stored in this browser, so that leaving the page loses nothing. */
export interface UnsentAction {
  list: string;
  user: string;
  /** Unique; the actions of a list run in the order of the array. */
  id: string;
  since: number;
  action: ListAction;
}

const storageKey = 'names-unsent';
/** Further actions are held in memory only. */
const maxEntries = 500;
/** Older actions are dropped: the list is deleted, or has changed since. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

export function storeUnsent(list: string, user: string, action: ListAction): UnsentAction {
  const since = Date.now();
  const entry = { list, user, id: `${since}-${Math.random()}`, since, action };
  const stored = load();
  if (stored.length < maxEntries) save([...stored, entry]);
  return entry;
}

export function removeUnsent({ id }: UnsentAction): void {
  save(load().filter((entry) => entry.id !== id));
}

/** The actions of a user in a list, the oldest first. */
export function readUnsent(list: string, user: string): UnsentAction[] {
  return load().filter((entry) => entry.list === list && entry.user === user);
}

function load(): UnsentAction[] {
  return parseUnsent(readLocalStorage(storageKey), Date.now());
}

/** Without storage an action is still sent as long as the page is open. */
function save(entries: UnsentAction[]): void {
  writeLocalStorage(storageKey, entries.length === 0 ? null : JSON.stringify(entries));
}

/** Stored data may be old or foreign: only entries of the right shape are used. */
export function parseUnsent(text: string | null, now: number): UnsentAction[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored) ? stored.filter((each) => isUnsent(each) && now - each.since < maxAgeMs) : [];
}

function isUnsent(stored: unknown): stored is UnsentAction {
  const { list, user, id, since, action } = (stored ?? {}) as Partial<Record<keyof UnsentAction, unknown>>;
  return [list, user, id].every(isText) && Number.isFinite(since) && isAction(action);
}

function isAction(stored: unknown): stored is ListAction {
  const { kind, title, names, name, given, at } = (stored ?? {}) as Record<string, unknown>;
  switch (kind) {
    case 'rename':
      return isText(title);
    case 'add':
      return Array.isArray(names) && names.every(isText);
    case 'remove':
      return isText(name);
    case 'vote':
      return isText(name) && typeof given === 'object' && given !== null && Number.isFinite(at);
    default:
      return false;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
