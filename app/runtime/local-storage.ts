/** What the reader's browser keeps under a name. Storage can be blocked; nothing is a good answer then. */
export function readLocalStorage(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
