import type { Metadata } from '../accounts/user-row.ts';
import type { AuthService } from '../service/service.ts';
import { type CustomProviderRow, findCustomProviderRow } from './custom-provider-row.ts';
import { memberAt, recordAt } from './json-members.ts';
import { createOidcKind, fromStandardClaims } from './oidc-kind.ts';
import type { ExternalAccount, FoundProvider, ProviderKind } from './provider.ts';

/** A provider that an admin added, under its full name: `custom:company`. */
export async function findCustomProvider(
  service: AuthService,
  name: string,
): Promise<FoundProvider | undefined> {
  const row = await findCustomProviderRow(service.database.sql, name);
  if (row === undefined) return undefined;
  const secret = service.encryption.decrypt(row.id, row.client_secret);
  if (secret.renewed !== undefined) {
    await service.database.sql`
      update auth.custom_oauth_providers set client_secret = ${secret.renewed}
      where id = ${row.id} and client_secret = ${row.client_secret}`;
  }
  return {
    name,
    kind: row.provider_type === 'oidc' ? toOidcKind(row) : toOAuthKind(row),
    isEnabled: row.enabled,
    settings: {
      clientId: row.client_id,
      clientIds: [row.client_id, ...row.acceptable_client_ids],
      secret: secret.text,
      redirectUri: `${service.externalUrl}/callback`,
      url: '',
      skipNonceCheck: row.skip_nonce_check,
      emailOptional: row.email_optional,
    },
  };
}

function toOidcKind(row: CustomProviderRow): ProviderKind {
  return createOidcKind({
    issuer: row.issuer ?? '',
    discoveryAt: row.discovery_url || undefined,
    scopes: row.scopes,
    parameters: row.authorization_params,
    usesPkce: row.pkce_enabled,
    toAccount: (claims) => toMappedAccount(row, claims),
  });
}

function toOAuthKind(row: CustomProviderRow): ProviderKind {
  return {
    scopes: row.scopes,
    parameters: row.authorization_params,
    usesPkce: row.pkce_enabled,
    endpoints: () => ({ authorization: row.authorization_url ?? '', token: row.token_url ?? '' }),
    readAccount: async ({ read }) => toMappedAccount(row, recordAt(await read(row.userinfo_url ?? ''))),
  };
}

/**
 * `attribute_mapping` names the member that a claim is taken from: `{ "sub": "user_id" }`. A value that is not a string is used
 * literally. The allowlisted claims of the provider are added to the standard ones.
 */
function toMappedAccount(row: CustomProviderRow, answer: Metadata): ExternalAccount {
  const mapped = Object.entries(row.attribute_mapping).flatMap(([target, source]) => {
    const value = typeof source === 'string' ? memberAt(answer, source) : source;
    return value === undefined ? [] : [[target, typeof value === 'number' ? String(value) : value]];
  });
  const account = fromStandardClaims({
    ...(row.provider_type === 'oauth2' && { iss: row.userinfo_url }),
    ...answer,
    ...Object.fromEntries(mapped),
  });
  const custom = row.custom_claims_allowlist.filter((name) => Object.hasOwn(answer, name));
  if (custom.length === 0) return account;
  const claims = Object.fromEntries(custom.map((name) => [name, answer[name]]));
  return { ...account, claims: { ...account.claims, custom_claims: claims } };
}
