import type { AuthService } from '../service/service.ts';

const known = ['openid', 'profile', 'email', 'phone', 'offline_access'];

/** The scope of an application that requests none. */
export const defaultScope = 'email';

/**
 * The scopes that applications may request. A receiver verifies an ID token without our secret, so without a key pair for signing
 * there is no `openid`.
 */
export function supportedScopes(service: Pick<AuthService, 'keyRing'>): string[] {
  return service.keyRing.signsWith === 'HS256' ? known.filter((scope) => scope !== 'openid') : known;
}

export function parseScopes(text: string): string[] {
  return [...new Set(text.split(' ').filter(Boolean))];
}

export function coversScopes(granted: string, requested: string): boolean {
  const given = parseScopes(granted);
  return parseScopes(requested).every((scope) => given.includes(scope));
}
