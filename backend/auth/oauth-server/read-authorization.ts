import type { Endpoint } from '../request.ts';
import { authorizationResponseUrl } from './authorization-response-url.ts';
import { approveAuthorization, type ClaimedAuthorization, claimAuthorization } from './authorizations.ts';
import { toClientDetails } from './client-row.ts';
import { requireConsenter } from './consent-caller.ts';
import { hasVerifiableOwner } from './redirect-uris.ts';
import { coversScopes } from './scopes.ts';

/** GET /oauth/authorizations/{id}: who asks for what, or where to go at once when the person allowed all of it before. */
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
 * An application without a secret can be played by any program that gets hold of its scheme or port, so such a one asks each time. One
 * with a secret, or with an address on the web, is who it was.
 */
function isAllowedAlready(asked: ClaimedAuthorization): boolean {
  if (asked.consented === null || !coversScopes(asked.consented, asked.scope)) return false;
  return asked.client_type === 'confidential' || hasVerifiableOwner(asked.redirect_uri);
}
