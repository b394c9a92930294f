import type { RouteRow } from '../../../http/route-table.ts';
import { lazyEndpoint } from '../../service/lazy-endpoint.ts';
import type { Endpoint } from '../../service/request.ts';
import { deleteCustomProvider } from './delete-provider.ts';
import { listCustomProviders, readCustomProvider } from './read-providers.ts';

const create = lazyEndpoint(async () => (await import('./create-provider.ts')).createCustomProvider);
const update = lazyEndpoint(async () => (await import('./update-provider.ts')).updateCustomProvider);

/** OAuth and OpenID providers that an admin adds at runtime. */
export const customProviderRoutes = [
  ['GET', '/admin/custom-providers', listCustomProviders],
  ['POST', '/admin/custom-providers', create],
  ['GET', '/admin/custom-providers/:identifier', readCustomProvider],
  ['PUT', '/admin/custom-providers/:identifier', update],
  ['DELETE', '/admin/custom-providers/:identifier', deleteCustomProvider],
] as const satisfies readonly RouteRow<Endpoint>[];
