/** The list that was open last in this browser. */
const storageKey = 'names-list';

export function rememberedList(): string {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

export function rememberList(id: string): void {
  try {
    localStorage.setItem(storageKey, id);
  } catch {
    // Without storage the first list opens the next time.
  }
}
