import type { Endpoint } from '../service/request.ts';
import { authorizationResponseUrl } from './authorization-response-url.ts';
import { approveAuthorization, type ClaimedAuthorization, claimAuthorization } from './authorizations.ts';
import { toClientDetails } from './client-row.ts';
import { hasVerifiableOwner } from './redirect-uris.ts';
import { requireConsentingUser } from './require-consenting-user.ts';
import { coversScopes } from './scopes.ts';

/**
 * GET /oauth/authorizations/{id}: the application and the scopes it requests, or the redirect URL if the user has allowed all of
 * them before.
 */
export const readAuthorization: Endpoint = async (request, service) => {
  const user = await requireConsentingUser(request, service);
  const authorization = await claimAuthorization(service, user, request.params.authorization ?? '');
  if (isAllowedAlready(authorization)) {
    const { redirect_uri, state, code } = await approveAuthorization(
      service,
      user,
      authorization.authorization_id,
      false,
    );
    return { redirect_url: authorizationResponseUrl(service, redirect_uri, { code }, state) };
  }
  return {
    authorization_id: authorization.authorization_id,
    redirect_uri: authorization.redirect_uri,
    client: toClientDetails({ ...authorization, id: authorization.client_id }),
    user: { id: user.id, ...(user.email ? { email: user.email } : {}) },
    scope: authorization.scope,
  };
};

/**
 * Any program that listens on its custom scheme or local port can impersonate a public application, so such an application asks
 * for consent each time. An application with a secret or an https redirect URI cannot be impersonated.
 */
function isAllowedAlready(authorization: ClaimedAuthorization): boolean {
  if (authorization.consented === null || !coversScopes(authorization.consented, authorization.scope))
    return false;
  return authorization.client_type === 'confidential' || hasVerifiableOwner(authorization.redirect_uri);
}
