import type { Endpoint } from './service/request.ts';

/** GET /.well-known/jwks.json: the public keys for verifying access tokens. */
export const jwks: Endpoint = async (_request, service) =>
  Response.json(service.keyRing.jwks, { headers: { 'Cache-Control': 'public, max-age=600' } });
