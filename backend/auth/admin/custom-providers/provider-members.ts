import { z } from 'zod';
import { OutgoingFetchError } from '../../../http/outgoing-fetch.ts';
import { ServiceError } from '../../../http/service-error.ts';
import { describeFault } from '../../providers/provider-fault.ts';
import { reservedParameters } from '../../providers/reserved-parameters.ts';
import { optionalText } from '../../service/body-shapes.ts';
import type { Discovery } from '../../service/provider-documents.ts';
import type { AuthService } from '../../service/service.ts';

const flag = z.boolean().nullish();
const texts = z.array(z.string().min(1).max(512)).max(100).nullish();
const record = z.record(z.string().max(100), z.unknown()).nullish();

/** The members of a provider in a request body. On create a missing member takes its default; on update it stays as it is. */
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

/** The nonce is generated for each sign-in, so a fixed one is refused. */
const notForAdmins = [...reservedParameters, 'nonce'];

/** Claims that no provider may set. */
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

const urlMembers = [
  'issuer',
  'discovery_url',
  'authorization_url',
  'token_url',
  'userinfo_url',
  'jwks_uri',
] as const;

/** Rules for new providers and for changes alike. */
export function requireValidMembers(members: Members): void {
  for (const [name, value] of Object.entries(members.authorization_params ?? {})) {
    if (notForAdmins.includes(name.toLowerCase()))
      throw ServiceError.validationFailed(`Cannot override reserved OAuth parameter: ${name}`);
    if (typeof value !== 'string')
      throw ServiceError.validationFailed(`Authorization parameter "${name}" must be a string`);
  }
  for (const name of Object.keys(members.attribute_mapping ?? {})) {
    if (protectedClaims.includes(name))
      throw ServiceError.validationFailed(`Cannot map to protected system field: ${name}`);
  }
  for (const name of members.custom_claims_allowlist ?? []) {
    if (name.trim() === '')
      throw ServiceError.validationFailed('custom_claims_allowlist entries must be non-empty strings');
  }
  for (const name of urlMembers) if (members[name] !== '') requireHttpsUrl(name, members[name]);
  if (members.name.length > 100) throw ServiceError.validationFailed('name must have at most 100 characters');
  if (members.client_id.length > 512)
    throw ServiceError.validationFailed('client_id must have at most 512 characters');
}

function requireHttpsUrl(name: string, text: string): void {
  const url = URL.parse(text);
  const isPlain = url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
  // Lower case, as the database checks it.
  if (!isPlain || !text.startsWith('https://') || text.length > 2048 || /\s/.test(text))
    throw ServiceError.validationFailed(`${name} must be an address that begins with https://`);
}

/** A provider in the private network would be refused at every sign-in, so it is refused here. */
export async function requirePublicUrl(
  service: Pick<AuthService, 'checkAddress'>,
  named: Partial<Record<string, string | undefined>>,
): Promise<void> {
  for (const [name, address] of Object.entries(named)) {
    if (!address) continue;
    await service.checkAddress(address).catch((error: unknown) => {
      if (!(error instanceof OutgoingFetchError)) throw error;
      const remedy = 'Name its host in PRIVATE_HOSTS if that is meant';
      throw ServiceError.validationFailed(`${name} leads to a private address. ${remedy}`, { cause: error });
    });
  }
}

export function urlsOf(members: Members): Record<string, string> {
  return Object.fromEntries(urlMembers.map((name) => [name, members[name]]));
}

/**
 * Reads the discovery document before the provider is stored, so that the admin learns of a fault and not the users who sign in.
 */
export async function requireDiscovery(
  service: Pick<AuthService, 'documents' | 'checkAddress'>,
  issuer: string,
  discoveryUrl: string,
): Promise<Discovery> {
  const found = await service.documents
    .discoveryNow(issuer, discoveryUrl || undefined)
    .catch((error: unknown) => {
      throw ServiceError.validationFailed(`OIDC discovery failed: ${describeFault(error)}`, { cause: error });
    });
  const { token_endpoint, userinfo_endpoint, jwks_uri } = found;
  await requirePublicUrl(service, { token_endpoint, userinfo_endpoint, jwks_uri });
  return found;
}

/** OpenID providers always get the scope for an ID token. */
export function withOpenid(type: string, scopes: readonly string[]): string[] {
  return type === 'oidc' && !scopes.includes('openid') ? ['openid', ...scopes] : [...scopes];
}
