import type { Endpoint } from '../service/request.ts';
import { supportedScopes } from './scopes.ts';

/**
 * GET /.well-known/openid-configuration and /.well-known/oauth-authorization-server: the endpoints and capabilities of this
 * server. The first document is a superset of the second (OpenID Connect Discovery, RFC 8414).
 */
export const serverMetadata: Endpoint = async (_request, service) => {
  const { issuer, keyRing } = service;
  const { enabled, allowDynamicRegistration } = service.config.oauthServer;
  const algorithms = new Set([
    ...(keyRing.signsWith === 'HS256' ? [] : [keyRing.signsWith]),
    ...keyRing.jwks.keys.map((key) => key.alg ?? 'RS256'),
  ]);
  const base = issuer.replace(/\/+$/, '');
  return Response.json(
    {
      issuer,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      jwks_uri: `${base}/.well-known/jwks.json`,
      userinfo_endpoint: `${base}/oauth/userinfo`,
      ...(enabled && allowDynamicRegistration
        ? { registration_endpoint: `${base}/oauth/clients/register` }
        : {}),
      scopes_supported: supportedScopes(service),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: algorithms.size === 0 ? ['HS256'] : [...algorithms],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      claims_supported: [
        ...['sub', 'aud', 'iss', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash', 'email', 'email_verified'],
        ...['phone_number', 'phone_number_verified', 'name', 'picture', 'preferred_username', 'updated_at'],
      ],
    },
    { headers: { 'Cache-Control': 'public, max-age=600' } },
  );
};
