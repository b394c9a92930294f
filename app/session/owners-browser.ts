/**
 * The owner's own visits are not counted. The session's cookie says who that is for an hour or so; this mark says it for good, also after
 * signing out. It is the only thing that counting views ever stores in a browser, and only in the owner's.
 */

import { readLocalStorage } from '../runtime/local-storage.ts';
import { ownersBrowserKey } from '../runtime/page-view.ts';

/** Left alone where the owner has decided otherwise. */
export function markOwnersBrowser(): void {
  if (readLocalStorage(ownersBrowserKey) === null) leaveOutThisBrowser(true);
}

export function isThisBrowserLeftOut(): boolean {
  return Boolean(readLocalStorage(ownersBrowserKey));
}

export function leaveOutThisBrowser(leftOut: boolean): void {
  try {
    localStorage.setItem(ownersBrowserKey, leftOut ? 'owner' : '');
  } catch {
    // Without storage the session's cookie is all there is.
  }
}
