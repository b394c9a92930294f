import type { RouteRow } from '../../../http/route-table.ts';
import { lazyEndpoint } from '../../service/lazy-endpoint.ts';
import type { Endpoint } from '../../service/request.ts';
import { deleteProvider } from './delete-provider.ts';
import { listProviders, readProvider } from './read-providers.ts';

const createProvider = lazyEndpoint(async () => (await import('./create-provider.ts')).createProvider);
const updateProvider = lazyEndpoint(async () => (await import('./update-provider.ts')).updateProvider);

/** Connections with identity providers. */
export const ssoProviderRoutes = [
  ['GET', '/admin/sso/providers', listProviders],
  ['POST', '/admin/sso/providers', createProvider],
  ['GET', '/admin/sso/providers/:provider', readProvider],
  ['PUT', '/admin/sso/providers/:provider', updateProvider],
  ['DELETE', '/admin/sso/providers/:provider', deleteProvider],
] as const satisfies readonly RouteRow<Endpoint>[];
