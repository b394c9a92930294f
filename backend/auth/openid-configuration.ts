import type { Endpoint } from './request.ts';

/** GET /.well-known/openid-configuration: what OpenID clients need to know to trust our tokens. */
export const openidConfiguration: Endpoint = async (_request, service) => {
  const { issuer } = service;
  const algorithms = new Set(service.keyRing.jwks.keys.map((key) => key.alg ?? 'RS256'));
  return Response.json(
    {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      userinfo_endpoint: `${issuer}/oauth/userinfo`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: algorithms.size === 0 ? ['HS256'] : [...algorithms],
      code_challenge_methods_supported: ['S256'],
    },
    { headers: { 'Cache-Control': 'public, max-age=600' } },
  );
};
