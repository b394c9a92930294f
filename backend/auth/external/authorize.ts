import { limitRoute } from '../guards/rate-limits.ts';
import { redirectTarget } from '../guards/redirect.ts';
import { errorAddress } from '../guards/return-address.ts';
import { sendAway } from '../guards/send-browser.ts';
import type { Endpoint } from '../request.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { found } from './found.ts';
import { isProviderFault, noteRefusal } from './provider-refusal.ts';

/** GET /authorize: the browser leaves for a provider. When that cannot be asked where a sign-in begins, it goes back with the reason. */
export const authorize: Endpoint = async (request, service) => {
  await limitRoute(service, request, 'authorize');
  try {
    const { address, cookie } = await beginSignIn(request, service);
    return sendAway(302, address, cookie);
  } catch (error) {
    if (!isProviderFault(error)) throw error;
    const name = (request.query.get('provider') ?? '').toLowerCase();
    return found(errorAddress(redirectTarget(request, service), noteRefusal(service, name, error)));
  }
};
