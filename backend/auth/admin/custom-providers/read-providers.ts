import { ServiceError } from '../../../http/service-error.ts';
import { type CustomProviderRow, customProviderColumns } from '../../providers/custom-provider-row.ts';
import type { Endpoint } from '../../service/request.ts';
import { requireAdmin } from '../../sessions/require-user.ts';
import { requireCustomProvider, toWireProvider } from './wire-provider.ts';

/** GET /admin/custom-providers: all of them, or those of one type. */
export const listCustomProviders: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const { sql } = service.database;
  const type = request.query.get('type') ?? '';
  if (!['', 'oauth2', 'oidc'].includes(type)) {
    throw ServiceError.validationFailed("type must be either 'oauth2' or 'oidc'");
  }
  const rows = await sql<CustomProviderRow[]>`
    select ${customProviderColumns} from auth.custom_oauth_providers
    where ${type} = '' or provider_type = ${type} order by created_at desc, identifier`;
  return { providers: rows.map(toWireProvider) };
};

/** GET /admin/custom-providers/{identifier} */
export const readCustomProvider: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  return toWireProvider(await requireCustomProvider(service.database.sql, request));
};
