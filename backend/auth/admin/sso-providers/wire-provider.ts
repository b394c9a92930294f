import type { SsoProvider } from '../../sso/sso-provider.ts';

/** Read by Supabase's tools: keep these keys. The list leaves out the metadata, which is long. */
export function toWireProvider(provider: SsoProvider, options: { withMetadata: boolean }): object {
  return {
    id: provider.id,
    ...(provider.resource_id === null ? {} : { resource_id: provider.resource_id }),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entity_id,
      ...(options.withMetadata ? { metadata_xml: provider.metadata_xml } : {}),
      ...(provider.metadata_url === null ? {} : { metadata_url: provider.metadata_url }),
      attribute_mapping: provider.attribute_mapping ?? {},
      ...(provider.name_id_format === null ? {} : { name_id_format: provider.name_id_format }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.created_at.toISOString(),
    updated_at: provider.updated_at.toISOString(),
  };
}
