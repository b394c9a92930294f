import { ServiceError } from '../../../http/service-error.ts';
import { writeAudit } from '../../accounts/audit.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { findSsoProvider } from '../../sso/sso-provider.ts';
import { adminActor } from '../admin-actor.ts';
import { readGivenMetadata, readProviderInput } from './provider-input.ts';
import { providerNotFound, requireTargetProvider } from './require-provider.ts';
import { storeDomains, withProviderConflicts } from './store-domains.ts';
import { toWireProvider } from './wire-provider.ts';

/** PUT /admin/sso/providers/:provider: changes the members that are given. An empty string removes a value. */
export const updateProvider: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const provider = await requireTargetProvider(request, service);
  const input = await readProviderInput(request);
  const given = await readGivenMetadata(service, input);
  if (given !== undefined && given.metadata.entityId !== provider.entity_id) {
    const message = `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entity_id}' but got '${given.metadata.entityId}'`;
    throw new ServiceError('saml_entity_id_mismatch', 400, message);
  }
  const now = service.clock.now();
  const keep = <T>(value: T | null | undefined, current: T | null) => (value ?? current) || null;
  const resourceId = keep(input.resource_id, provider.resource_id);
  const nameIdFormat = keep(input.name_id_format, provider.name_id_format);
  const mapping = input.attribute_mapping?.keys ? input.attribute_mapping : provider.attribute_mapping;
  // With metadata given as XML, a stored URL is removed: the next refresh from that URL would replace the metadata.
  const metadataUrl = given === undefined ? provider.metadata_url : input.metadata_url || null;
  const updated = await withProviderConflicts(() =>
    service.database.transaction(async (sql) => {
      await sql`
        update auth.sso_providers
        set resource_id = ${resourceId}, disabled = ${input.disabled ?? provider.disabled}, updated_at = ${now}
        where id = ${provider.id}`;
      await sql`
        update auth.saml_providers
        set metadata_xml = ${given?.xml ?? provider.metadata_xml}, metadata_url = ${metadataUrl},
          attribute_mapping = ${JSON.stringify(mapping ?? {})}::text::jsonb, name_id_format = ${nameIdFormat},
          updated_at = ${given === undefined ? provider.metadata_at : now}
        where sso_provider_id = ${provider.id}`;
      if (input.domains !== undefined) await storeDomains(sql, service, provider.id, input.domains);
      const row = await findSsoProvider(sql, 'id', provider.id);
      if (row === undefined) throw providerNotFound();
      const traits = { sso_provider_id: provider.id, entity_id: provider.entity_id };
      const actor = adminActor(claims);
      await writeAudit({ sql, service, request }, { actor, action: 'sso_provider_updated', traits });
      return row;
    }),
  );
  return toWireProvider(updated, { withMetadata: true });
};
