import { limitRoute } from '../limits/route-limits.ts';
import { redirectTarget } from '../redirects/redirect.ts';
import { otherSiteRedirect } from '../redirects/redirect-response.ts';
import { errorUrl } from '../redirects/return-url.ts';
import type { Endpoint } from '../service/request.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { isProviderFault, logRefusal } from './provider-refusal.ts';
import { redirect } from './redirect.ts';

/** GET /authorize: redirects the browser to a provider. When the provider cannot be reached, redirects it back with the error. */
export const authorize: Endpoint = async (request, service) => {
  await limitRoute(request, service, 'authorize');
  try {
    const { url, cookie } = await beginSignIn(request, service);
    return otherSiteRedirect(302, url, cookie);
  } catch (error) {
    if (!isProviderFault(error)) throw error;
    const name = (request.query.get('provider') ?? '').toLowerCase();
    return redirect(errorUrl(redirectTarget(request, service), logRefusal(service, name, error)));
  }
};
