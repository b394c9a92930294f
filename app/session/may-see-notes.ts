import { isOwner } from './owner.ts';
import { accessCookie, readCookie } from './token-cookies.ts';

/**
 * Whether the notes on pages are worth asking for: during development, and for a signed-in owner. The token is read and not verified,
 * because the server decides; this keeps every other visitor from asking, and needs no client of the session.
 */
export function maySeeNotes(): boolean {
  return import.meta.env.DEV || isOwnersToken(readCookie(document.cookie, accessCookie) ?? '');
}

/** Whether the server would accept the owner's token; during development it asks for none. */
export function isOwnersTokenValid(): boolean {
  const expiry = readOwnersClaims(readCookie(document.cookie, accessCookie) ?? '')?.exp ?? 0;
  return import.meta.env.DEV || expiry * 1000 > Date.now();
}

export function isOwnersToken(token: string): boolean {
  return readOwnersClaims(token) !== undefined;
}

function readOwnersClaims(token: string): { exp?: number } | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(payload));
    return isOwner(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
