/**
 * The sign-ins that this browser began and that lead back to it by an address: at a provider, or in a mail. Each has a random name that
 * travels along. A session in an address that names none of them was not asked for here: any site can write such an address.
 */
export const flowParameter = 'flow';

const prefix = 'sign-in-flow-';
/** No link in a mail lives longer. */
const lifetimeMs = 24 * 3600 * 1000;

/** Those that ended on this page: its parts ask one after another whether it was begun here. */
const ended = new Set<string>();

export function beginFlow(): string {
  const name = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  try {
    forgetOldOnes();
    localStorage.setItem(prefix + name, String(Date.now()));
  } catch {
    // A browser that keeps nothing is asked when the address leads back.
  }
  return name;
}

export function isBegunHere(name: string | null | undefined): boolean {
  if (!name) return false;
  return ended.has(name) || isYoung(readBegin(name));
}

/** A flow leads back once: the same address is a question the next time. */
export function endFlow(name: string | null | undefined): boolean {
  if (!name || !isBegunHere(name)) return false;
  ended.add(name);
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // It was never kept.
  }
  return true;
}

function readBegin(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

function isYoung(begin: string | null): boolean {
  return begin !== null && Math.abs(Date.now() - Number(begin)) < lifetimeMs;
}

function forgetOldOnes(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && !isYoung(localStorage.getItem(key))) localStorage.removeItem(key);
  }
}
