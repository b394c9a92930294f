import { listLocalStorage, readLocalStorage, writeLocalStorage } from '../runtime/local-storage.ts';

/**
 * The sign-in flows that this browser began and that return to it by an address: from a provider, or from a mail. Each has a random id in
 * its redirect address. A session in an address without a known id was not requested here. Every site can make such an address.
 */
export const flowParameter = 'flow';

const prefix = 'sign-in-flow-';
/** No link in a mail is valid longer. */
const lifetimeMs = 24 * 3600 * 1000;

/** Flows that ended on this page: several components check whether a flow began here. */
const ended = new Set<string>();

export function startFlow(): string {
  const name = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  removeExpired();
  // Without storage the user is asked when the flow returns.
  writeLocalStorage(prefix + name, String(Date.now()));
  return name;
}

export function isStartedHere(name: string | null | undefined): boolean {
  if (!name) return false;
  return ended.has(name) || isRecent(readLocalStorage(prefix + name));
}

/** A flow returns once: the same address leads to a question the next time. */
export function endFlow(name: string | null | undefined): boolean {
  if (!name || !isStartedHere(name)) return false;
  ended.add(name);
  writeLocalStorage(prefix + name, null);
  return true;
}

function isRecent(start: string | null): boolean {
  return start !== null && Math.abs(Date.now() - Number(start)) < lifetimeMs;
}

function removeExpired(): void {
  for (const key of listLocalStorage()) {
    if (key.startsWith(prefix) && !isRecent(readLocalStorage(key))) writeLocalStorage(key, null);
  }
}
