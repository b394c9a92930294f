/** Reads localStorage. Storage can be blocked; the result is then null. */
export function readLocalStorage(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
