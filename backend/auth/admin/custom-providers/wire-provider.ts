import { ServiceError } from '../../../http/service-error.ts';
import { type CustomProviderRow, findCustomProviderRow } from '../../providers/custom-provider-row.ts';
import type { AuthRequest } from '../../service/request.ts';
import type { Queries } from '../../service/service.ts';

/** Read by supabase-js: keep these keys. The secret is never returned. */
export function toWireProvider(row: CustomProviderRow): Record<string, unknown> {
  const { client_secret: _secret, cached_discovery, ...shown } = row;
  const present = Object.entries({ ...shown, discovery_document: cached_discovery }).filter(
    ([, value]) => value !== null,
  );
  return Object.fromEntries(present);
}

/** The provider that the path of an admin's request names. */
export async function requireCustomProvider(sql: Queries, request: AuthRequest): Promise<CustomProviderRow> {
  const identifier = request.params.identifier ?? '';
  requirePrefix(identifier);
  const row = await findCustomProviderRow(sql, identifier);
  if (row !== undefined) return row;
  throw new ServiceError('custom_provider_not_found', 404, 'Custom OAuth provider not found');
}

export function requirePrefix(identifier: string): void {
  if (identifier.startsWith('custom:')) return;
  const message = "identifier must start with 'custom:' prefix, e.g. 'custom:company'";
  throw ServiceError.validationFailed(message);
}
