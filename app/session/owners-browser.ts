/**
 * The owner's own visits are not counted. The session's cookie says who that is for an hour or so; this mark says it for good, also after
 * signing out. It is the only thing that counting views ever stores in a browser, and only in the owner's.
 */
import { ownersBrowserKey } from '../runtime/page-view.ts';
import { readStored } from '../runtime/local-storage.ts';

/** Left alone where the owner has decided otherwise. */
export function markOwnersBrowser(): void {
  if (readStored(ownersBrowserKey) === null) leaveOutThisBrowser(true);
}

export function isThisBrowserLeftOut(): boolean {
  return Boolean(readStored(ownersBrowserKey));
}

export function leaveOutThisBrowser(leftOut: boolean): void {
  try {
    localStorage.setItem(ownersBrowserKey, leftOut ? 'owner' : '');
  } catch {
    // Without storage the session's cookie is all there is.
  }
}
