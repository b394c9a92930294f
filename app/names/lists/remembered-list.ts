import { readLocalStorage, writeLocalStorage } from '../../runtime/local-storage.ts';

/** The list that was open last in this browser. Without storage the first list opens the next time. */
const storageKey = 'names-list';

export function rememberedList(): string {
  return readLocalStorage(storageKey) ?? '';
}

export function rememberList(id: string): void {
  writeLocalStorage(storageKey, id);
}
