import type { Queries } from '../service/service.ts';

export type AuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';
export type ClientType = 'public' | 'confidential';
export type RegistrationType = 'dynamic' | 'manual';

/** A row of auth.oauth_clients: an application that signs users in through this server. */
export interface ClientRow {
  id: string;
  client_secret_hash: string | null;
  registration_type: RegistrationType;
  client_type: ClientType;
  token_endpoint_auth_method: AuthMethod;
  /** Separated by commas: a redirect URI with a comma is never stored. */
  redirect_uris: string;
  grant_types: string;
  client_name: string | null;
  client_uri: string | null;
  logo_uri: string | null;
  created_at: Date;
  updated_at: Date;
}

export async function findClient(sql: Queries, id: string): Promise<ClientRow | undefined> {
  const [client] = await sql<ClientRow[]>`
    select * from auth.oauth_clients where id = ${id} and deleted_at is null`;
  return client;
}

export function redirectUrisOf(client: Pick<ClientRow, 'redirect_uris'>): string[] {
  return client.redirect_uris.split(',');
}

export function mayUseGrant(client: ClientRow, grantType: string): boolean {
  return client.grant_types.split(',').includes(grantType);
}

/** Read by supabase-js: keep these keys. Members without a value are left out. The secret is included only when it is new. */
export function toWireClient(client: ClientRow, secret?: string): Record<string, unknown> {
  return {
    client_id: client.id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    client_type: client.client_type,
    redirect_uris: redirectUrisOf(client),
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    grant_types: client.grant_types.split(','),
    response_types: ['code'],
    ...(client.client_name ? { client_name: client.client_name } : {}),
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    registration_type: client.registration_type,
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  };
}

/** What the consent page shows about an application. Read by supabase-js: keep these keys. */
export function toClientDetails(
  client: Pick<ClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>,
): Record<string, string> {
  return {
    id: client.id,
    ...(client.client_name ? { name: client.client_name } : {}),
    ...(client.client_uri ? { uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
  };
}
