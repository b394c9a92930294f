import { isUniqueViolation } from '../../../http/database-fault.ts';
import { ServiceError } from '../../../http/service-error.ts';
import { writeAudit } from '../../accounts/audit.ts';
import { type CustomProviderRow, customProviderColumns } from '../../providers/custom-provider-row.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { adminActor } from '../admin-actor.ts';
import {
  type Members,
  memberShape,
  requireDiscovery,
  requirePublicUrl,
  requireValidMembers,
  urlsOf,
  withOpenid,
} from './provider-members.ts';
import { requirePrefix, toWireProvider } from './wire-provider.ts';

/** POST /admin/custom-providers: adds a provider. Clients name it by its identifier (`custom:company`). */
export const createCustomProvider: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const given = await request.body(memberShape);
  requireComplete(given);
  requireValidMembers(given);
  await requirePublicUrl(service, urlsOf(given));
  const { issuer, discovery_url: discoveryUrl, provider_type: type } = given;
  const discovery = type === 'oidc' ? await requireDiscovery(service, issuer, discoveryUrl) : null;
  const now = service.clock.now();
  const id = service.random.uuid();
  const secret = service.encryption.encrypt(id, given.client_secret);
  const columns = { ...toColumns(given), client_secret: secret, id, created_at: now, updated_at: now };
  const created = await service.database
    .transaction(async (sql) => {
      const row = { ...columns, cached_discovery: discovery, discovery_cached_at: discovery && now };
      const [made] = await sql<CustomProviderRow[]>`
        insert into auth.custom_oauth_providers
        select (jsonb_populate_record(null::auth.custom_oauth_providers, ${JSON.stringify(row)}::text::jsonb)).*
        returning ${customProviderColumns}`;
      const traits = { provider: given.identifier };
      const actor = adminActor(claims);
      await writeAudit({ sql, service, request }, { actor, action: 'custom_provider_created', traits });
      return made;
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      const message = 'A custom OAuth provider with this identifier already exists';
      throw new ServiceError('conflict', 400, message, { cause: error });
    });
  if (created === undefined) throw new Error('The new provider was not found.');
  return Response.json(toWireProvider(created), { status: 201 });
};

const needed = {
  oidc: ['issuer'],
  oauth2: ['authorization_url', 'token_url', 'userinfo_url'],
} as const;

function requireComplete(given: Members): void {
  const type = given.provider_type;
  if (type !== 'oauth2' && type !== 'oidc')
    throw ServiceError.validationFailed("provider_type must be either 'oauth2' or 'oidc'");
  if (given.identifier === '') throw ServiceError.validationFailed('identifier is required');
  requirePrefix(given.identifier);
  if (!/^[a-z0-9][a-z0-9:-]{0,48}[a-z0-9]$/.test(given.identifier))
    throw ServiceError.validationFailed(
      'identifier may have up to 50 lower-case letters, digits, colons and hyphens',
    );
  for (const name of ['name', 'client_id', 'client_secret'] as const)
    if (given[name] === '') throw ServiceError.validationFailed(`${name} is required`);
  for (const name of needed[type])
    if (given[name] === '')
      throw ServiceError.validationFailed(
        `${name} is required for ${type === 'oidc' ? 'OIDC' : 'OAuth2'} providers`,
      );
}

function toColumns(given: Members) {
  const isOidc = given.provider_type === 'oidc';
  return {
    provider_type: given.provider_type,
    identifier: given.identifier,
    name: given.name,
    client_id: given.client_id,
    client_secret: given.client_secret,
    acceptable_client_ids: given.acceptable_client_ids ?? [],
    scopes: withOpenid(given.provider_type, given.scopes ?? []),
    pkce_enabled: given.pkce_enabled ?? true,
    attribute_mapping: given.attribute_mapping ?? {},
    authorization_params: given.authorization_params ?? {},
    custom_claims_allowlist: given.custom_claims_allowlist ?? [],
    enabled: given.enabled ?? true,
    email_optional: given.email_optional ?? false,
    skip_nonce_check: isOidc ? (given.skip_nonce_check ?? false) : false,
    issuer: isOidc ? given.issuer : null,
    discovery_url: isOidc ? given.discovery_url || null : null,
    authorization_url: isOidc ? null : given.authorization_url,
    token_url: isOidc ? null : given.token_url,
    userinfo_url: isOidc ? null : given.userinfo_url,
    jwks_uri: isOidc ? null : given.jwks_uri || null,
  };
}
