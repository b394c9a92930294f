import { z } from 'zod';
import { OAuthError, ServiceError } from '../http/service-error.ts';
import { optionalText } from './body-shapes.ts';
import type { Endpoint } from './request.ts';
import { requireUser } from './sessions/require-user.ts';

/** Answers of features that are not enabled here, as the reference server words them. */
const off =
  (code: string, status: number, message: string): Endpoint =>
  async () => {
    throw new ServiceError(code, status, message);
  };

export const providerIsOff = off('validation_failed', 400, 'Unsupported provider: provider is not enabled');
export const samlIsOff = off('saml_provider_disabled', 404, 'SAML 2.0 is disabled');
export const passkeysAreOff = off('passkey_disabled', 404, 'Passkeys are disabled');
export const oauthServerIsOff = off('feature_disabled', 404, 'OAuth server is disabled');

/** Linking identities by hand asks who is calling first. */
export const manualLinkingIsOff: Endpoint = async (request, service) => {
  await requireUser(request, service);
  throw new ServiceError('manual_linking_disabled', 404, 'Manual linking is disabled');
};

const idTokenShape = z.object({
  provider: optionalText,
  id_token: optionalText,
  client_id: optionalText,
  issuer: optionalText,
});

/** POST /token?grant_type=id_token, where no provider is there to vouch for the token. */
export const idTokenGrantIsOff: Endpoint = async (request) => {
  const body = await request.body(idTokenShape);
  if (body.id_token === '') throw new OAuthError('invalid request', 'id_token required');
  if (body.provider === '' && (body.client_id === '' || body.issuer === '')) {
    throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  }
  const name = JSON.stringify((body.issuer || body.provider).slice(0, 100));
  throw new ServiceError('provider_disabled', 400, `Provider (issuer ${name}) is not enabled`);
};

/** POST /token?grant_type=web3 */
export const web3GrantIsOff = off('web3_provider_disabled', 422, 'Web3 provider is disabled');
