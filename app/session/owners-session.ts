import { isStaticSite } from '../runtime/static-site.ts';
import { resolveUser } from './current-user.ts';
import { isOwner } from './owner.ts';
import { isThisBrowserLeftOut } from './owners-browser.ts';
import { accessCookie, readCookie } from './token-cookies.ts';

/** Whether the owner is signed in, and the site has a server whose tools an owner uses. In a browser of the owner the session is renewed first: its token ends after an hour, and its cookies after eight. */
export async function isOwnersSession(): Promise<boolean> {
  if (isStaticSite()) return false;
  if (!isOwnersTokenValid() && (mayUseTools() || isThisBrowserLeftOut()))
    await resolveUser().catch(() => null);
  return mayUseTools();
}

/**
 * Whether the tools of an owner are worth loading: during development, and for a signed-in owner. The token is read and not verified,
 * because the server decides; this keeps every other visitor from asking, and needs no client of the session.
 */
function mayUseTools(): boolean {
  return import.meta.env.DEV || isOwnersToken(readCookie(document.cookie, accessCookie) ?? '');
}

/** Whether the server would accept the owner's token; during development it asks for none. */
function isOwnersTokenValid(): boolean {
  const expiry = readOwnersClaims(readCookie(document.cookie, accessCookie) ?? '')?.exp ?? 0;
  return import.meta.env.DEV || expiry * 1000 > Date.now();
}

export function isOwnersToken(token: string): boolean {
  return readOwnersClaims(token) !== undefined;
}

function readOwnersClaims(token: string): { exp?: number } | undefined {
  if (token === '') return undefined;
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(payload));
    return isOwner(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
