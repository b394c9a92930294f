import { readLocalStorage, writeLocalStorage } from './local-storage.ts';

/** The visitor's choice of theme. `<html data-theme>` forces one; without it the system decides. */
export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'theme';

export function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Sets `<html data-theme>` from what is stored. The boot script does this before the first paint. */
export function applyStoredTheme(): void {
  const { dataset } = document.documentElement;
  const theme = readLocalStorage(storageKey);
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  else delete dataset.theme;
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  writeLocalStorage(storageKey, theme === 'system' ? null : theme);
}
