import { createHash } from 'node:crypto';
import type { UserRow } from '../accounts/user-row.ts';
import type { AuthService } from '../service/service.ts';
import type { ClientRow } from './client-row.ts';
import { profileClaims } from './profile-claims.ts';

const lifetimeSeconds = 3600;

export interface IdTokenInput {
  user: UserRow;
  client: ClientRow;
  accessToken: string;
  scope: string;
  nonce: string | null;
}

/**
 * Creates the ID token. Its audience is the application and it has no role, so that no service here accepts it: an ID token is
 * not an access token, although the same key signs both.
 */
export function createIdToken(service: AuthService, input: IdTokenInput): string {
  const { user, client, nonce } = input;
  const now = service.clock.now();
  const issuedAt = Math.floor(now.getTime() / 1000);
  return service.keyRing.sign({
    ...profileClaims(user, input.scope),
    iss: service.issuer,
    sub: user.id,
    aud: [client.id],
    client_id: client.id,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    auth_time: Math.floor((user.last_sign_in_at ?? now).getTime() / 1000),
    at_hash: halfHash(input.accessToken),
    ...(nonce === null ? {} : { nonce }),
  });
}

/**
 * The left half of the hash, with which OpenID Connect binds the two tokens to each other. RS256 and ES256 both hash with
 * SHA-256.
 */
function halfHash(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
}
