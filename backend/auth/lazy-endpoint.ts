import type { Endpoint } from './request.ts';

/** An endpoint whose code, and the libraries behind it, are loaded with its first call: most sites never make one. */
export function lazyEndpoint(load: () => Promise<Endpoint>): Endpoint {
  return async (request, service) => (await load())(request, service);
}
