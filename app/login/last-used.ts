/** The sign-in method that was used last in this browser, so that it can be marked. */
const key = 'last-sign-in';

export function readLastUsed(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberLastUsed(method: string): void {
  try {
    localStorage.setItem(key, method);
  } catch {
    // Without storage no method is marked.
  }
}
