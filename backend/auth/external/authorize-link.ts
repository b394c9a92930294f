import { ServiceError } from '../../http/service-error.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { otherSiteRedirect } from '../redirects/redirect-response.ts';
import type { Endpoint } from '../service/request.ts';
import { requireUser } from '../sessions/require-user.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { isProviderFault, logRefusal } from './provider-refusal.ts';
import { requireManualLinking } from './require-manual-linking.ts';

/** GET /user/identities/authorize: redirects a signed-in user to a provider, to link an identity. */
export const authorizeLink: Endpoint = async (request, service) => {
  const { user } = await requireUser(request, service);
  requireManualLinking(service);
  await limitRoute(request, service, 'authorize');
  try {
    const { url, cookie } = await beginSignIn(request, service, user.id);
    if (request.query.get('skip_http_redirect') !== 'true') return otherSiteRedirect(302, url, cookie);
    return Response.json({ url }, cookie === undefined ? {} : { headers: { 'Set-Cookie': cookie } });
  } catch (error) {
    if (!isProviderFault(error)) throw error;
    const { message } = logRefusal(service, request.query.get('provider') ?? '', error);
    throw ServiceError.validationFailed(message, { cause: error });
  }
};
