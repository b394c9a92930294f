import { ServiceError } from '../../http/service-error.ts';
import type { SamlServiceProvider } from '../service/ports.ts';
import type { AuthService } from '../service/service.ts';
import { checkAssertion, checkResponse, type Expectation } from './check-assertion.ts';
import { currentMetadata, renewMetadata } from './current-metadata.ts';
import { type Assertion, readAssertion } from './read-assertion.ts';
import { requireSignedAssertion, type SamlResponse } from './signed-response.ts';
import type { SsoProvider } from './sso-provider.ts';
import { XmlError } from './strict-xml.ts';

/** The public error for a refused response. */
export function invalidAssertion(reason: string, cause?: unknown): ServiceError {
  return ServiceError.validationFailed(`SAML Assertion is not valid: ${reason}`, { cause });
}

export interface Accepted {
  assertion: Assertion;
  /** The response is refused after this time. */
  expiresAt: Date;
}

/** Verifies a response. `requestId` is our request; undefined when the identity provider begins the sign-in. */
export async function acceptResponse(
  service: AuthService,
  sp: SamlServiceProvider,
  {
    provider,
    response,
    requestId,
  }: {
    provider: SsoProvider;
    response: SamlResponse;
    requestId: string | undefined;
  },
): Promise<Accepted> {
  const expected: Expectation = { sp, entityId: provider.entity_id, requestId, now: service.clock.now() };
  try {
    checkResponse(response, expected);
    if (response.status !== 'Success') throw notSignedIn(response.status);
    const assertion = readAssertion(await verify(service, sp, provider, response));
    return { assertion, expiresAt: checkAssertion(assertion, expected) };
  } catch (error) {
    throw error instanceof XmlError ? invalidAssertion(error.message, error) : error;
  }
}

/** When no key fits, the provider's metadata is read again, because its keys may have been rotated. */
async function verify(
  service: AuthService,
  sp: SamlServiceProvider,
  provider: SsoProvider,
  response: SamlResponse,
): Promise<Element> {
  const idp = await currentMetadata(service, provider);
  try {
    return await requireSignedAssertion({ sp, idp }, response);
  } catch (error) {
    if (error instanceof XmlError) throw error;
    const renewed = await renewMetadata(service, provider);
    const hasNewKeys = renewed?.certificates.some((certificate) => !idp.certificates.includes(certificate));
    if (renewed === undefined || !hasNewKeys) throw unverified(error);
    return requireSignedAssertion({ sp, idp: renewed }, response).catch((cause: unknown) => {
      throw cause instanceof XmlError ? cause : unverified(cause);
    });
  }
}

function unverified(cause: unknown): ServiceError {
  return invalidAssertion('its signature could not be verified', cause);
}

function notSignedIn(status: string): ServiceError {
  return new ServiceError('validation_failed', 403, `The identity provider did not sign you in (${status})`);
}
