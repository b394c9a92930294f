import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { parseChallenge } from '../codes/flow-state.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { flowCookie } from '../redirects/flow-cookie.ts';
import { findAllowedRedirect } from '../redirects/redirect.ts';
import { otherSiteRedirect } from '../redirects/redirect-response.ts';
import { challengeMembers, optionalFlag, optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { isUuid } from '../sessions/require-user.ts';
import { currentMetadata } from './current-metadata.ts';
import { storeRelayState } from './relay-state.ts';
import { requireSaml } from './require-saml.ts';
import { createRequestUrl } from './saml-library.ts';
import { findSsoProvider, requireEnabled, type SsoProvider } from './sso-provider.ts';

const shape = z.object({
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: optionalFlag(false),
  ...challengeMembers,
});

/** POST /sso: redirects a user to the identity provider of their organization. */
export const beginSso: Endpoint = async (request, service) => {
  const sp = requireSaml(service);
  await limitRoute(request, service, 'sso');
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  const provider = requireEnabled(await requireProvider(service, body.provider_id, body.domain));
  parseChallenge(body);
  const idp = await currentMetadata(service, provider);
  const requestId = `_${Buffer.from(service.random.bytes(20)).toString('hex')}`;
  const relayState = await storeRelayState(service, {
    sso_provider_id: provider.id,
    request_id: requestId,
    redirect_to: findAllowedRedirect(body.redirect_to, service) ?? null,
    codeChallenge: body.code_challenge,
  });
  const { name_id_format: nameIdFormat } = provider;
  const url = await createRequestUrl({ sp, idp }, { id: requestId, relayState, nameIdFormat });
  const cookie = flowCookie(request, service, { id: relayState, returnsByPost: true });
  if (!body.skip_http_redirect) return otherSiteRedirect(303, url, cookie);
  return Response.json({ url }, cookie === undefined ? {} : { headers: { 'Set-Cookie': cookie } });
};

async function requireProvider(service: AuthService, id: string, domain: string): Promise<SsoProvider> {
  const { sql } = service.database;
  if (id !== '' && domain !== '')
    throw ServiceError.validationFailed('Only one of provider_id or domain supported');
  if (id === '' && domain === '')
    throw ServiceError.validationFailed('A provider_id or domain needs to be provided');
  if (id !== '') {
    if (!isUuid(id)) throw ServiceError.validationFailed('provider_id must be a UUID');
    return (await findSsoProvider(sql, 'id', id)) ?? notFound('No such SSO provider');
  }
  const ascii = domainToASCII(domain.trim());
  const provider = ascii === '' ? undefined : await findSsoProvider(sql, 'domain', ascii);
  return provider ?? notFound('No SSO provider assigned for this domain');
}

function notFound(message: string): never {
  throw new ServiceError('sso_provider_not_found', 404, message);
}
