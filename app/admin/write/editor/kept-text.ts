/** Text that could not be sent, because the session has ended or there is no connection: this browser keeps it until it can be. */
import { readLocalStorage, writeLocalStorage } from '../../../runtime/local-storage.ts';

export interface KeptText {
  text: string;
  baseHash: string;
  savedAt: string;
}

const nameOf = (file: string) => `admin-draft:${file}`;

export function keepText(file: string, text: string, baseHash: string): void {
  const kept: KeptText = { text, baseHash, savedAt: new Date().toISOString() };
  writeLocalStorage(nameOf(file), JSON.stringify(kept));
}

export function forgetText(file: string): void {
  writeLocalStorage(nameOf(file), null);
}

export function findKeptText(file: string): KeptText | undefined {
  try {
    const kept: unknown = JSON.parse(readLocalStorage(nameOf(file)) ?? 'null');
    const { text, baseHash, savedAt } = Object(kept) as Partial<KeptText>;
    return text !== undefined && baseHash !== undefined && savedAt ? { text, baseHash, savedAt } : undefined;
  } catch {
    return undefined;
  }
}
