import { ServiceError } from '../../http/service-error.ts';
import type { Queries } from '../service/service.ts';

/** How an attribute of an assertion becomes a claim: `{"keys": {"email": {"name": "mail"}}}`. */
export interface AttributeMapping {
  keys?: Record<string, AttributeRule> | undefined;
}

export interface AttributeRule {
  name?: string | undefined;
  names?: string[] | undefined;
  default?: unknown;
  array?: boolean | undefined;
}

/** A connection with an identity provider. */
export interface SsoProvider {
  id: string;
  resource_id: string | null;
  disabled: boolean | null;
  created_at: Date;
  updated_at: Date;
  entity_id: string;
  metadata_xml: string;
  metadata_url: string | null;
  attribute_mapping: AttributeMapping | null;
  name_id_format: string | null;
  /** When the metadata was last read. */
  metadata_at: Date;
  domains: string[];
}

/** The columns of SsoProvider, for a query in which auth.sso_providers is called `p` and auth.saml_providers `s`. */
const columns = `
  p.id, p.resource_id, p.disabled, p.created_at, p.updated_at, s.entity_id, s.metadata_xml, s.metadata_url,
  s.attribute_mapping, s.name_id_format, s.updated_at as metadata_at,
  coalesce((
    select jsonb_agg(d.domain order by d.created_at, d.domain) from auth.sso_domains d where d.sso_provider_id = p.id
  ), '[]') as domains`;

export type SsoProviderKey = 'id' | 'entity_id' | 'resource_id' | 'domain';

const conditions: Record<SsoProviderKey, string> = {
  id: 'p.id = $1::uuid',
  entity_id: 's.entity_id = $1',
  resource_id: 'lower(p.resource_id) = lower($1)',
  domain: 'p.id = (select d.sso_provider_id from auth.sso_domains d where lower(d.domain) = lower($1))',
};

export async function findSsoProvider(
  sql: Queries,
  key: SsoProviderKey,
  value: string,
): Promise<SsoProvider | undefined> {
  const [provider] = await selectProviders(sql, conditions[key], [value]);
  return provider;
}

export function listSsoProviders(
  sql: Queries,
  filter: { resourceId?: string; resourceIdPrefix?: string } = {},
): Promise<SsoProvider[]> {
  const { resourceId, resourceIdPrefix } = filter;
  if (resourceId) return selectProviders(sql, 'p.resource_id = $1', [resourceId]);
  if (resourceIdPrefix) return selectProviders(sql, 'starts_with(p.resource_id, $1)', [resourceIdPrefix]);
  return selectProviders(sql, 'true', []);
}

function selectProviders(sql: Queries, condition: string, values: string[]): Promise<SsoProvider[]> {
  const text = `select ${columns} from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id
    where ${condition} order by p.created_at, p.id`;
  return sql.unsafe<SsoProvider[]>(text, values);
}

export function requireEnabled(provider: SsoProvider): SsoProvider {
  if (provider.disabled !== true) return provider;
  throw new ServiceError('sso_provider_disabled', 404, 'SSO Provider is currently disabled');
}
