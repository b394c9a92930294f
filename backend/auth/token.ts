import { ServiceError } from '../http/service-error.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import { pkceGrant } from './codes/pkce-grant.ts';
import { limitRoute } from './limits/route-limits.ts';
import { passwordGrant } from './passwords/password-grant.ts';
import { lazyEndpoint } from './service/lazy-endpoint.ts';
import type { Endpoint } from './service/request.ts';
import { refreshGrant } from './sessions/refresh-grant.ts';

const idTokenGrant = lazyEndpoint(async () => (await import('./external/id-token-grant.ts')).idTokenGrant);
const web3Grant = lazyEndpoint(async () => (await import('./web3/web3-grant.ts')).web3Grant);

interface Grant {
  grant: Endpoint;
  needsCaptcha: boolean;
  /** It counts its calls itself: in the statement that does its work, or in a bucket of its own. */
  isCountedInside?: boolean;
}

/** The grants, by the `grant_type` of the query. */
const grants: Record<string, Grant> = {
  password: { grant: passwordGrant, needsCaptcha: true, isCountedInside: true },
  refresh_token: { grant: refreshGrant, needsCaptcha: false, isCountedInside: true },
  pkce: { grant: pkceGrant, needsCaptcha: false },
  id_token: { grant: idTokenGrant, needsCaptcha: false },
  web3: { grant: web3Grant, needsCaptcha: true, isCountedInside: true },
};

/** POST /token: signs in with a password, renews a session, or exchanges the code of a PKCE flow. */
export const token: Endpoint = async (request, service) => {
  const name = request.query.get('grant_type') ?? '';
  const known = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (known === undefined) throw new ServiceError('invalid_credentials', 400, 'unsupported_grant_type');
  if (known.needsCaptcha) await requireCaptcha(request, service);
  if (!known.isCountedInside) await limitRoute(request, service, 'token');
  return known.grant(request, service);
};
