import { isOwner } from './owner.ts';
import { accessCookie, readCookie } from './token-cookies.ts';

/**
 * Whether the notes on pages are worth asking for: during development, and for a signed-in owner. The token is read and not verified,
 * because the server decides; this keeps every other visitor from asking, and needs no client of the session.
 */
export function maySeeNotes(): boolean {
  return import.meta.env.DEV || isOwnersToken(readCookie(document.cookie, accessCookie) ?? '');
}

export function isOwnersToken(token: string): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return isOwner(JSON.parse(atob(payload)));
  } catch {
    return false;
  }
}
