import { z } from 'zod';
import { ServiceError } from '../../../http/service-error.ts';
import { optionalText } from '../../body-shapes.ts';
import type { Discovery } from '../../providers/document-shapes.ts';
import type { Documents } from '../../providers/documents.ts';
import { describeFault } from '../../providers/provider-fault.ts';
import { reservedParameters } from '../../providers/reserved-parameters.ts';

const flag = z.boolean().nullish();
const texts = z.array(z.string().min(1).max(512)).max(100).nullish();
const record = z.record(z.string().max(100), z.unknown()).nullish();

/** What an admin says about a provider. What is left out stays as it is, or takes its default. */
export const memberShape = z.object({
  provider_type: optionalText,
  identifier: optionalText,
  name: optionalText,
  client_id: optionalText,
  client_secret: optionalText,
  acceptable_client_ids: texts,
  scopes: texts,
  pkce_enabled: flag,
  attribute_mapping: record,
  authorization_params: record,
  custom_claims_allowlist: texts,
  enabled: flag,
  email_optional: flag,
  issuer: optionalText,
  discovery_url: optionalText,
  skip_nonce_check: flag,
  authorization_url: optionalText,
  token_url: optionalText,
  userinfo_url: optionalText,
  jwks_uri: optionalText,
});

export type Members = z.infer<typeof memberShape>;

/** A nonce is made for each sign-in, so one for all of them would be none. */
const notForAdmins = [...reservedParameters, 'nonce'];

/** What no provider may say about an account. */
const protectedClaims = [
  'id',
  'aud',
  'role',
  'app_metadata',
  'created_at',
  'updated_at',
  'confirmed_at',
  'email_confirmed_at',
  'phone_confirmed_at',
  'email_verified',
  'phone_verified',
  'banned_until',
  'is_super_admin',
];

const addresses = [
  'issuer',
  'discovery_url',
  'authorization_url',
  'token_url',
  'userinfo_url',
  'jwks_uri',
] as const;

/** Rules that hold for new providers and for changes alike. */
export function requireSound(members: Members): void {
  for (const [name, value] of Object.entries(members.authorization_params ?? {})) {
    if (notForAdmins.includes(name.toLowerCase()))
      throw refused(`Cannot override reserved OAuth parameter: ${name}`);
    if (typeof value !== 'string') throw refused(`Authorization parameter "${name}" must be a string`);
  }
  for (const name of Object.keys(members.attribute_mapping ?? {})) {
    if (protectedClaims.includes(name)) throw refused(`Cannot map to protected system field: ${name}`);
  }
  for (const name of members.custom_claims_allowlist ?? []) {
    if (name.trim() === '') throw refused('custom_claims_allowlist entries must be non-empty strings');
  }
  for (const name of addresses) if (members[name] !== '') requireAddress(name, members[name]);
  if (members.name.length > 100) throw refused('name must have at most 100 characters');
  if (members.client_id.length > 512) throw refused('client_id must have at most 512 characters');
}

function requireAddress(name: string, text: string): void {
  const url = URL.parse(text);
  const isPlain = url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
  // Written in small letters, as the database checks it.
  if (!isPlain || !text.startsWith('https://') || text.length > 2048 || /\s/.test(text))
    throw refused(`${name} must be an address that begins with https://`);
}

/** An OpenID provider is asked before it is kept: what does not work is said to the admin, not to the people who sign in. */
export async function requireDiscovery(
  documents: Documents,
  issuer: string,
  discoveryUrl: string,
): Promise<Discovery> {
  try {
    return await documents.discoveryNow(issuer, discoveryUrl || undefined);
  } catch (error) {
    throw refused(`OIDC discovery failed: ${describeFault(error)}`, error);
  }
}

/** OpenID providers are always asked for an ID token. */
export function withOpenid(type: string, scopes: readonly string[]): string[] {
  return type === 'oidc' && !scopes.includes('openid') ? ['openid', ...scopes] : [...scopes];
}

export function refused(message: string, cause?: unknown): ServiceError {
  return new ServiceError('validation_failed', 400, message, { cause });
}
