/** The way somebody signed in last, in this browser, so that it can be marked. */
const key = 'last-sign-in';

export function readLastUsed(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberLastUsed(way: string): void {
  try {
    localStorage.setItem(key, way);
  } catch {
    // A browser that keeps nothing marks nothing.
  }
}
