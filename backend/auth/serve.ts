import type { ClientAddress, Connection } from '../http/client-address.ts';
import { addCorsHeaders, preflight } from '../http/cors.ts';
import { toErrorResponse } from '../http/error-response.ts';
import { createRouteTable } from '../http/route-table.ts';
import { ServiceError } from '../http/service-error.ts';
import { createAuthRequest, type Endpoint } from './request.ts';
import { authRoutes } from './routes.ts';
import type { AuthService } from './service.ts';

/** Answers a request whose path, below the base path, is given. */
export type ServeAuth = (
  request: Request,
  url: URL,
  path: string,
  connection: Connection,
) => Promise<Response>;

/** The way of a request through the auth service: preflight, route, endpoint, and one boundary for all errors. */
export function createServeAuth(service: AuthService, clientAddress: ClientAddress): ServeAuth {
  const findRoute = createRouteTable<Endpoint>(authRoutes);

  const answer = async (
    request: Request,
    url: URL,
    path: string,
    connection: Connection,
  ): Promise<Response> => {
    const route = findRoute(request.method, path);
    // HEAD tells that something is there and does nothing: programs that look at links send it.
    if (route === undefined && request.method === 'HEAD' && findRoute('GET', path) !== undefined)
      return new Response(null);
    if (route === undefined) throw new ServiceError('unknown', 404, 'Nothing is served at this address.');
    const parts = {
      path,
      query: url.searchParams,
      params: route.params,
      clientAddress: clientAddress(request, connection),
    };
    const result = await route.handler(createAuthRequest(request, parts), service);
    return result instanceof Response ? result : Response.json(result);
  };

  return async (request, url, path, connection) => {
    if (request.method === 'OPTIONS') return preflight(request);
    const response = await answer(request, url, path, connection).catch((error: unknown) =>
      toErrorResponse(error, request, ({ errorId, error: fault }) =>
        service.log({
          level: 'error',
          message: 'A request failed',
          errorId,
          method: request.method,
          path,
          error: describe(fault),
        }),
      ),
    );
    addCorsHeaders(response, request);
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  };
}

/** For the log: the error with what lies behind it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\ncaused by ${describe(error.cause)}`;
}
