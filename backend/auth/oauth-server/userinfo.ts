import { toApplicationView } from '../accounts/application-view.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import type { Endpoint } from '../service/request.ts';
import { applicationOf } from '../sessions/applications.ts';
import { requireUser } from '../sessions/require-user.ts';
import { profileClaims } from './profile-claims.ts';
import { parseScopes } from './scopes.ts';

/**
 * GET and POST /oauth/userinfo: the claims that the token's scopes allow. A token that belongs to no application shows the id
 * only.
 */
export const userinfo: Endpoint = async (request, service) => {
  const { user, session } = await requireUser(request, service);
  const application = applicationOf(session);
  if (application === undefined) return { sub: user.id };
  const { scope } = application;
  const claims = profileClaims(user, scope);
  const { user_metadata } = toApplicationView(toWireUser(user), application);
  return {
    sub: user.id,
    ...claims,
    // Beside the names of OpenID Connect, those that clients of the reference server read.
    ...('phone_number' in claims
      ? { phone: claims.phone_number, phone_verified: claims.phone_number_verified }
      : {}),
    ...(parseScopes(scope).includes('profile') ? { user_metadata } : {}),
  };
};
