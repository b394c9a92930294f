import { fragment } from '../../../database/driver/sql.ts';
import type { Metadata } from '../accounts/user-row.ts';
import type { Discovery } from '../service/provider-documents.ts';
import type { Queries } from '../service/service.ts';

/** A row of auth.custom_oauth_providers. */
export interface CustomProviderRow {
  id: string;
  provider_type: 'oauth2' | 'oidc';
  identifier: string;
  name: string;
  client_id: string;
  client_secret: string;
  acceptable_client_ids: string[];
  scopes: string[];
  pkce_enabled: boolean;
  attribute_mapping: Metadata;
  authorization_params: Record<string, string>;
  custom_claims_allowlist: string[];
  enabled: boolean;
  email_optional: boolean;
  issuer: string | null;
  discovery_url: string | null;
  skip_nonce_check: boolean;
  cached_discovery: Discovery | null;
  authorization_url: string | null;
  token_url: string | null;
  userinfo_url: string | null;
  jwks_uri: string | null;
  created_at: Date;
  updated_at: Date;
}

export async function findCustomProviderRow(
  sql: Queries,
  identifier: string,
): Promise<CustomProviderRow | undefined> {
  const [row] = await sql<CustomProviderRow[]>`
    select ${customProviderColumns} from auth.custom_oauth_providers where identifier = ${identifier}`;
  return row;
}

/** The columns of CustomProviderRow, as a constant without user input. */
export const customProviderColumns = fragment`
    id, provider_type, identifier, name, client_id, client_secret, acceptable_client_ids, scopes, pkce_enabled,
    attribute_mapping, authorization_params, custom_claims_allowlist, enabled, email_optional, issuer, discovery_url,
    skip_nonce_check, cached_discovery, authorization_url, token_url, userinfo_url, jwks_uri, created_at, updated_at`;
