import type { RouteRow } from '../../http/route-table.ts';
import type { Endpoint } from '../service/request.ts';
import { emptyList, methodNotAllowed, notFoundEndpoint, serviceProviderConfig } from './discovery.ts';

const writeMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];
const documents = ['ServiceProviderConfig', 'ResourceTypes', 'Schemas'];

/** The discovery documents of SCIM. */
export const scimRoutes: readonly RouteRow<Endpoint>[] = [
  ['GET', '/scim/v2/ServiceProviderConfig', serviceProviderConfig],
  ['GET', '/scim/v2/ResourceTypes', emptyList],
  ['GET', '/scim/v2/Schemas', emptyList],
  ...documents.flatMap((name) =>
    writeMethods.map((method): RouteRow<Endpoint> => [method, `/scim/v2/${name}`, methodNotAllowed]),
  ),
  ['GET', '/scim/v2/:endpoint', notFoundEndpoint],
  ['GET', '/scim/v2/:endpoint/:id', notFoundEndpoint],
];
