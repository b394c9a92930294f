import { z } from 'zod';
import type { Discovery } from '../service/provider-documents.ts';

const httpUrl = z.string().max(2048).refine(isHttpUrl, 'must be an address that begins with http');
const names = z.array(z.string()).optional();

export const discoveryShape: z.ZodType<Discovery> = z.object({
  issuer: z.string().max(2048),
  authorization_endpoint: httpUrl,
  token_endpoint: httpUrl,
  jwks_uri: httpUrl,
  userinfo_endpoint: httpUrl.optional(),
  token_endpoint_auth_methods_supported: names,
  scopes_supported: names,
  response_types_supported: names,
  grant_types_supported: names,
  subject_types_supported: names,
});

/** The signing keys of a provider. */
export const keysShape = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).max(200),
});

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);
}
