import { toWireUser } from '../accounts/wire-user.ts';
import type { Endpoint } from '../request.ts';
import { requireUser } from '../sessions/require-user.ts';
import { profileClaims } from './profile-claims.ts';
import { parseScopes } from './scopes.ts';

/** GET and POST /oauth/userinfo: what the application that holds the token may know. A token of no application shows the id only. */
export const userinfo: Endpoint = async (request, service) => {
  const { user, session } = await requireUser(request, service);
  const scope = session?.scopes ?? '';
  const claims = profileClaims(user, scope);
  return {
    sub: user.id,
    ...claims,
    // Beside the names of OpenID Connect, those that clients of the reference server read.
    ...('phone_number' in claims
      ? { phone: claims.phone_number, phone_verified: claims.phone_number_verified }
      : {}),
    ...(parseScopes(scope).includes('profile') ? { user_metadata: toWireUser(user).user_metadata } : {}),
  };
};
