import { databaseFault } from '../../http/database-fault.ts';
import { readFormBody } from '../../http/form-body.ts';
import { ServiceError } from '../../http/service-error.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { clearFlowCookie, isFromSameBrowser } from '../redirects/flow-cookie.ts';
import { redirectResponse } from '../redirects/redirect-response.ts';
import { errorUrl, returnTarget } from '../redirects/return-url.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { isUuid } from '../sessions/require-user.ts';
import { acceptResponse, invalidAssertion } from './accept-response.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { consumeRelayState, type RelayState } from './relay-state.ts';
import { requireSaml } from './require-saml.ts';
import { parseResponse, type SamlResponse } from './signed-response.ts';
import { findSsoProvider, requireEnabled, type SsoProvider } from './sso-provider.ts';
import { XmlError } from './strict-xml.ts';

/**
 * POST /sso/saml/acs: a browser delivers an identity provider's response. It is redirected to the site, signed in or with the
 * error.
 */
export const consumeAssertion: Endpoint = async (request, service) => {
  const sp = requireSaml(service);
  await limitRoute(request, service, 'saml_assertion');
  const form = await readFormBody(request.raw);
  const relayValue = form.get('RelayState') ?? '';
  let target = returnTarget(service, undefined);
  try {
    const begun = await consumeSignIn(request, service, relayValue);
    target = returnTarget(service, begun === undefined ? relayValue : begun.redirect_to);
    const response = readResponse(form.get('SAMLResponse') ?? '');
    const provider = requireEnabled(await requireProvider(service, begun, response));
    const requestId = begun?.request_id;
    const accepted = await acceptResponse(service, sp, { provider, response, requestId });
    const flowStateId = begun?.flow_state_id ?? null;
    const url = await finishSignIn(request, service, { ...accepted, provider, flowStateId, target });
    return redirectResponse(303, url, begun && clearFlowCookie(service, begun.id));
  } catch (error) {
    return redirectResponse(303, errorUrl(target, logRefusal(service, error)));
  }
};

/** The sign-in that began here. Undefined when the identity provider begins it: then `RelayState` may name the redirect URL. */
async function consumeSignIn(
  request: AuthRequest,
  service: AuthService,
  relayValue: string,
): Promise<RelayState | undefined> {
  if (isUuid(relayValue))
    return consumeRelayState(service, relayValue, isFromSameBrowser(request, service, relayValue));
  if (relayValue === '' || relayValue.startsWith('/') || URL.canParse(relayValue)) return undefined;
  throw ServiceError.validationFailed('SAML RelayState is not a valid UUID or URL');
}

function readResponse(base64: string): SamlResponse {
  if (base64 === '') throw ServiceError.validationFailed('SAMLResponse is missing');
  try {
    return parseResponse(base64);
  } catch (error) {
    throw error instanceof XmlError ? invalidAssertion(error.message, error) : error;
  }
}

async function requireProvider(
  service: AuthService,
  begun: RelayState | undefined,
  response: SamlResponse,
): Promise<SsoProvider> {
  const { sql } = service.database;
  const provider =
    begun === undefined
      ? await findSsoProvider(sql, 'entity_id', response.issuer ?? '')
      : await findSsoProvider(sql, 'id', begun.sso_provider_id);
  if (provider !== undefined) return provider;
  const message = 'A SAML connection has not been established with this Identity Provider';
  throw new ServiceError('saml_idp_not_found', 404, message);
}

/** Logs why a sign-in failed, and returns the error for the user. */
function logRefusal(service: AuthService, error: unknown): unknown {
  const known = error instanceof ServiceError ? error : databaseFault(error);
  service.log({
    level: known === undefined || known.status >= 500 ? 'error' : 'warn',
    message: 'A sign-in with SAML failed',
    code: known?.code ?? 'unexpected_failure',
    reason: known?.message ?? String(error),
    ...(known?.cause === undefined ? {} : { cause: String(known.cause) }),
  });
  return known ?? error;
}
