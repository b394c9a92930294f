import { sessionStore } from './client.ts';
import { isOwner } from './owner.ts';
import { isThisBrowserLeftOut } from './owners-browser.ts';

/**
 * Whether the notes on pages are worth asking for: during development, and for a signed-in owner. The server decides; this keeps every
 * other visitor from asking. The client of the session is not loaded for it.
 */
export function maySeeNotes(): boolean {
  if (import.meta.env.DEV) return true;
  const session = sessionStore.read();
  if (session.status === 'signed-in') return isOwner(session.user);
  return document.documentElement.dataset.signedIn !== undefined && isThisBrowserLeftOut();
}
