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
import { requireCustomProvider, toWireProvider } from './wire-provider.ts';

/** PUT /admin/custom-providers/{identifier}: changes the members that are given. The type and the identifier stay. */
export const updateCustomProvider: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const given = await request.body(memberShape);
  requireValidMembers(given);
  await requirePublicUrl(service, urlsOf(given));
  const old = await requireCustomProvider(service.database.sql, request);
  const secret = given.client_secret && service.encryption.encrypt(old.id, given.client_secret);
  const changes = toChanges(old, { ...given, client_secret: secret });
  // Checked before a transaction is opened, because the provider may answer slowly.
  const isMoved = old.provider_type === 'oidc' && (given.issuer !== '' || given.discovery_url !== '');
  const issuer = given.issuer || old.issuer || '';
  const discoveryUrl = given.discovery_url || old.discovery_url || '';
  const discovery = isMoved ? await requireDiscovery(service, issuer, discoveryUrl) : undefined;
  const now = service.clock.now();
  const changed = await service.database.transaction(async (sql) => {
    const all = { ...changes, ...(discovery && { cached_discovery: discovery, discovery_cached_at: now }) };
    const [row] = await sql<CustomProviderRow[]>`
      update auth.custom_oauth_providers p
      set (name, client_id, client_secret, acceptable_client_ids, scopes, pkce_enabled, attribute_mapping,
        authorization_params, custom_claims_allowlist, enabled, email_optional, issuer, discovery_url, skip_nonce_check,
        authorization_url, token_url, userinfo_url, jwks_uri, cached_discovery, discovery_cached_at, updated_at) = (
        select n.name, n.client_id, n.client_secret, n.acceptable_client_ids, n.scopes, n.pkce_enabled,
          n.attribute_mapping, n.authorization_params, n.custom_claims_allowlist, n.enabled, n.email_optional,
          n.issuer, n.discovery_url, n.skip_nonce_check, n.authorization_url, n.token_url, n.userinfo_url, n.jwks_uri,
          n.cached_discovery, n.discovery_cached_at, ${now}::timestamptz
        from jsonb_populate_record(p, ${JSON.stringify(all)}::text::jsonb) n)
      where p.id = ${old.id} returning ${customProviderColumns}`;
    if (row === undefined)
      throw new ServiceError('custom_provider_not_found', 404, 'Custom OAuth provider not found');
    const traits = { provider: old.identifier };
    const actor = adminActor(claims);
    await writeAudit({ sql, service, request }, { actor, action: 'custom_provider_updated', traits });
    return row;
  });
  if (isMoved) service.documents.forgetDiscovery(issuer, discoveryUrl || undefined);
  return toWireProvider(changed);
};

/** The given members that belong to this type of provider. */
function toChanges(old: CustomProviderRow, given: Members) {
  const isOidc = old.provider_type === 'oidc';
  const all = {
    name: given.name,
    client_id: given.client_id,
    client_secret: given.client_secret,
    acceptable_client_ids: given.acceptable_client_ids,
    scopes: given.scopes && withOpenid(old.provider_type, given.scopes),
    pkce_enabled: given.pkce_enabled,
    attribute_mapping: given.attribute_mapping,
    authorization_params: given.authorization_params,
    custom_claims_allowlist: given.custom_claims_allowlist,
    enabled: given.enabled,
    email_optional: given.email_optional,
    ...(isOidc
      ? {
          issuer: given.issuer,
          discovery_url: given.discovery_url,
          skip_nonce_check: given.skip_nonce_check,
        }
      : {
          authorization_url: given.authorization_url,
          token_url: given.token_url,
          userinfo_url: given.userinfo_url,
          jwks_uri: given.jwks_uri,
        }),
  };
  const present = Object.entries(all).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  );
  return Object.fromEntries(present);
}
