import { ServiceError } from '../http/service-error.ts';
import { requireCaptcha } from './guards/captcha.ts';
import { limitRoute } from './guards/rate-limits.ts';
import { passwordGrant } from './password-grant.ts';
import { pkceGrant } from './pkce-grant.ts';
import { refreshGrant } from './refresh-grant.ts';
import type { Endpoint } from './request.ts';
import { idTokenGrantIsOff, web3GrantIsOff } from './switched-off.ts';

interface Grant {
  grant: Endpoint;
  needsCaptcha: boolean;
  /** It asks for leave in the statement that does its work. */
  isCountedInside?: boolean;
}

/** Ways to get tokens, by the `grant_type` of the query. */
const grants: Record<string, Grant> = {
  password: { grant: passwordGrant, needsCaptcha: true, isCountedInside: true },
  refresh_token: { grant: refreshGrant, needsCaptcha: false, isCountedInside: true },
  pkce: { grant: pkceGrant, needsCaptcha: false },
  id_token: { grant: idTokenGrantIsOff, needsCaptcha: false },
  web3: { grant: web3GrantIsOff, needsCaptcha: true },
};

/** POST /token: signs in with a password, renews a session, or exchanges the code of a PKCE flow. */
export const token: Endpoint = async (request, service) => {
  const name = request.query.get('grant_type') ?? '';
  const known = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (known === undefined) throw new ServiceError('invalid_credentials', 400, 'unsupported_grant_type');
  if (known.needsCaptcha) await requireCaptcha(request, service);
  if (!known.isCountedInside) await limitRoute(service, request, 'token');
  return known.grant(request, service);
};
