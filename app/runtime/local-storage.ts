/** localStorage, which a browser can block: then nothing is stored. */

export function readLocalStorage(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null removes the entry. */
export function writeLocalStorage(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Blocked or full: the value lasts as long as the page.
  }
}

export function listLocalStorage(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
