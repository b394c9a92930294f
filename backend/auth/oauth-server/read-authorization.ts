import type { Endpoint } from '../request.ts';
import { authorizationResponseUrl } from './authorization-response-url.ts';
import { approveAuthorization, type ClaimedAuthorization, claimAuthorization } from './authorizations.ts';
import { toClientDetails } from './client-row.ts';
import { requireConsenter } from './consent-caller.ts';
import { hasVerifiableOwner } from './redirect-uris.ts';
import { coversScopes } from './scopes.ts';

/**
 * GET /oauth/authorizations/{id}: the application and the scopes it requests, or the redirect URL if the user has allowed all of
 * them before.
 */
export const readAuthorization: Endpoint = async (request, service) => {
  const user = await requireConsenter(request, service);
  const asked = await claimAuthorization(service, user, request.params.authorization ?? '');
  if (isAllowedAlready(asked)) {
    const { redirect_uri, state, code } = await approveAuthorization(
      service,
      user,
      asked.authorization_id,
      false,
    );
    return { redirect_url: authorizationResponseUrl(service, redirect_uri, { code }, state) };
  }
  return {
    authorization_id: asked.authorization_id,
    redirect_uri: asked.redirect_uri,
    client: toClientDetails({ ...asked, id: asked.client_id }),
    user: { id: user.id, ...(user.email ? { email: user.email } : {}) },
    scope: asked.scope,
  };
};

/**
 * Any program that gets hold of its scheme or port can impersonate an application without a secret, so that one asks each time.
 * An application with a secret or an https redirect URI cannot be impersonated.
 */
function isAllowedAlready(asked: ClaimedAuthorization): boolean {
  if (asked.consented === null || !coversScopes(asked.consented, asked.scope)) return false;
  return asked.client_type === 'confidential' || hasVerifiableOwner(asked.redirect_uri);
}
