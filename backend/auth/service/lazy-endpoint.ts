import type { Endpoint } from './request.ts';

/** An endpoint whose code and libraries are imported at its first call, because most sites never call it. */
export function lazyEndpoint(load: () => Promise<Endpoint>): Endpoint {
  return async (request, service) => (await load())(request, service);
}
