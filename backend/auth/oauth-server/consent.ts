import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import { authorizationResponseUrl } from './authorization-response-url.ts';
import { approveAuthorization, denyAuthorization } from './authorizations.ts';
import { requireConsentingUser } from './require-consenting-user.ts';

const shape = z.object({ action: optionalText });

/** POST /oauth/authorizations/{id}/consent: the user approves or denies; the answer contains the URL to continue at. */
export const consent: Endpoint = async (request, service) => {
  const user = await requireConsentingUser(request, service);
  const { action } = await request.body(shape);
  const id = request.params.authorization ?? '';
  if (action === 'approve') {
    const { redirect_uri, state, code } = await approveAuthorization(service, user, id, true);
    return { redirect_url: authorizationResponseUrl(service, redirect_uri, { code }, state) };
  }
  if (action === 'deny') {
    const { redirect_uri, state } = await denyAuthorization(service, user, id);
    const answer = { error: 'access_denied', error_description: 'User denied the request' };
    return { redirect_url: authorizationResponseUrl(service, redirect_uri, answer, state) };
  }
  throw ServiceError.validationFailed("action must be 'approve' or 'deny'");
};
