import { ServiceError } from '../../../http/service-error.ts';
import { writeAudit } from '../../accounts/audit.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { findSsoProvider } from '../../sso/sso-provider.ts';
import { adminActor } from '../admin-actor.ts';
import { readGivenMetadata, readProviderInput } from './provider-input.ts';
import { storeDomains, withProviderConflicts } from './store-domains.ts';
import { toWireProvider } from './wire-provider.ts';

/** POST /admin/sso/providers: connects an identity provider. */
export const createProvider: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const input = await readProviderInput(request);
  if (input.type !== 'saml')
    throw ServiceError.validationFailed("Only 'saml' supported for SSO provider type");
  const given = await readGivenMetadata(service, input);
  if (given === undefined)
    throw ServiceError.validationFailed('Either metadata_xml or metadata_url must be set');
  const { entityId } = given.metadata;
  if ((await findSsoProvider(service.database.sql, 'entity_id', entityId)) !== undefined) {
    const message = `SAML Identity Provider with this EntityID (${entityId}) already exists`;
    throw new ServiceError('saml_idp_already_exists', 422, message);
  }
  const id = service.random.uuid();
  const now = service.clock.now();
  const created = await withProviderConflicts(() =>
    service.database.transaction(async (sql) => {
      await sql`
        insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
        values (${id}, ${input.resource_id || null}, ${input.disabled ?? null}, ${now}, ${now})`;
      await sql`
        insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url,
          attribute_mapping, name_id_format, created_at, updated_at)
        values (${service.random.uuid()}, ${id}, ${entityId}, ${given.xml}, ${input.metadata_url || null},
          ${JSON.stringify(input.attribute_mapping ?? {})}::text::jsonb, ${input.name_id_format || null}, ${now}, ${now})`;
      await storeDomains(sql, service, id, input.domains ?? []);
      const traits = { sso_provider_id: id, entity_id: entityId };
      const actor = adminActor(claims);
      await writeAudit({ sql, service, request }, { actor, action: 'sso_provider_created', traits });
      return findSsoProvider(sql, 'id', id);
    }),
  );
  if (created === undefined) throw new Error('the provider that was just written is gone');
  return Response.json(toWireProvider(created, { withMetadata: true }), { status: 201 });
};
