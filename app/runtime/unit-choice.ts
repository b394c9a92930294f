import { useSyncExternalStore } from 'react';
import type { Unit } from '../../running/units.ts';
import { readLocalStorage, writeLocalStorage } from './local-storage.ts';
import { createStore } from './store.ts';

interface ShownUnit {
  unit: Unit;
  /** The visitor chose it on this page; otherwise it is that of the address, the account or the browser. */
  isChosen: boolean;
}

const storageKey = 'running-unit';
const shown = createStore<ShownUnit | undefined>(undefined);

/** Kilometers or miles: what all parts of the site show. Undefined until one of them has found out. */
export function useShownUnit(): ShownUnit | undefined {
  return useSyncExternalStore(shown.subscribe, shown.read, () => undefined);
}

/** All parts follow, and this browser remembers it. */
export function chooseUnit(unit: Unit): void {
  shown.set({ unit, isChosen: true });
  writeLocalStorage(storageKey, unit);
}

/** All parts follow, unless the visitor chose otherwise. */
export function showUnit(unit: Unit): void {
  const now = shown.read();
  if (!now?.isChosen && now?.unit !== unit) shown.set({ unit, isChosen: false });
}

/** The account or the browser has the choice now: what it says later counts again. */
export function settleUnit(): void {
  const now = shown.read();
  if (now?.isChosen) shown.set({ unit: now.unit, isChosen: false });
}

/** The last choice in this browser, or the unit of its language. */
export function readUnit(): Unit {
  const stored = readLocalStorage(storageKey);
  if (stored === 'km' || stored === 'mi') return stored;
  return navigator.language === 'en-US' ? 'mi' : 'km';
}
