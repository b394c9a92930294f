/**
 * The owner's own visits are not counted. The session's cookie identifies the owner for an hour or so; this mark stays, also after signing
 * out. It is the only thing that counting views stores in a browser, and only in the owner's.
 */

import { readLocalStorage, writeLocalStorage } from '../runtime/local-storage.ts';
import { ownersBrowserKey } from '../runtime/page-view.ts';

/** Not changed where the owner has chosen otherwise. */
export function markOwnersBrowser(): void {
  if (readLocalStorage(ownersBrowserKey) === null) leaveOutThisBrowser(true);
}

export function isThisBrowserLeftOut(): boolean {
  return Boolean(readLocalStorage(ownersBrowserKey));
}

/** Without storage only the session's cookie identifies the owner. */
export function leaveOutThisBrowser(leftOut: boolean): void {
  writeLocalStorage(ownersBrowserKey, leftOut ? 'owner' : '');
}
