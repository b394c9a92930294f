import { readLocalStorage, writeLocalStorage } from '../runtime/local-storage.ts';

/** The sign-in method that was used last in this browser, so that it can be marked. */
const key = 'last-sign-in';

export function readLastUsed(): string | undefined {
  return readLocalStorage(key) ?? undefined;
}

export function rememberLastUsed(method: string): void {
  writeLocalStorage(key, method);
}
