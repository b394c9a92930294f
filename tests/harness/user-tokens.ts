import type { KeyRing } from '../../backend/identity/key-ring.ts';

/** The access token of a user, valid for an hour, with any other claims. */
export type TokenOf = (user: string, claims?: Record<string, unknown>) => string;

export function createTokenOf({ sign }: Pick<KeyRing, 'sign'>, issuer: string): TokenOf {
  return (user, claims = {}) =>
    sign({
      iss: issuer,
      aud: 'authenticated',
      role: 'authenticated',
      sub: user,
      exp: Math.floor(Date.now() / 1000) + 3600,
      ...claims,
    });
}
