import { z } from 'zod';

const webAddress = z.string().max(2048).refine(isWebAddress, 'must be an address that begins with http');
const names = z.array(z.string()).optional();

export const discoveryShape = z.object({
  issuer: z.string().max(2048),
  authorization_endpoint: webAddress,
  token_endpoint: webAddress,
  jwks_uri: webAddress,
  userinfo_endpoint: webAddress.optional(),
  token_endpoint_auth_methods_supported: names,
  scopes_supported: names,
  response_types_supported: names,
  grant_types_supported: names,
  subject_types_supported: names,
});

/** OpenID Connect Discovery metadata of a provider. */
export type Discovery = z.infer<typeof discoveryShape>;

/** The signing keys of a provider. */
export const keysShape = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).max(200),
});

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}
