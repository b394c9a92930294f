import type { RouteRow } from '../../http/route-table.ts';
import { lazyEndpoint } from '../service/lazy-endpoint.ts';
import type { Endpoint } from '../service/request.ts';

const authorize = lazyEndpoint(async () => (await import('./authorize.ts')).authorize);
const callback = lazyEndpoint(async () => (await import('./callback.ts')).callback);
const authorizeLink = lazyEndpoint(async () => (await import('./authorize-link.ts')).authorizeLink);
const unlinkIdentity = lazyEndpoint(async () => (await import('./unlink-identity.ts')).unlinkIdentity);

/** Sign-in with external providers. */
export const externalRoutes = [
  ['GET', '/authorize', authorize],
  ['GET', '/callback', callback],
  ['POST', '/callback', callback],
  ['GET', '/user/identities/authorize', authorizeLink],
  ['DELETE', '/user/identities/:identity', unlinkIdentity],
] as const satisfies readonly RouteRow<Endpoint>[];
