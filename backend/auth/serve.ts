import type { ClientAddress, Connection } from '../http/client-address.ts';
import { addCorsHeaders, corsHeaders, preflight } from '../http/cors.ts';
import { toErrorResponse } from '../http/error-response.ts';
import { createRouteTable, type RouteTable } from '../http/route-table.ts';
import { ServiceError } from '../http/service-error.ts';
import { jsonResponse, TextResponse } from '../http/text-response.ts';
import { createAuthRequest, type Endpoint } from './request.ts';
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
  let findRoute: RouteTable<Endpoint> | undefined;

  const answer = async (
    request: Request,
    url: URL,
    path: string,
    connection: Connection,
  ): Promise<Response> => {
    // The endpoints are read when the first of them is asked for: a start does not wait for them.
    findRoute ??= createRouteTable<Endpoint>((await import('./routes.ts')).authRoutes);
    const route = findRoute(request.method, path);
    // HEAD tells that something is there and does nothing: programs that look at links send it.
    if (route === undefined && request.method === 'HEAD' && findRoute('GET', path) !== undefined)
      return new Response(null);
    if (route === undefined) throw new ServiceError('unknown', 404, 'Nothing is served at this address.');
    const parts = { path, url, params: route.params, clientAddress: clientAddress(request, connection) };
    const result = await route.handler(createAuthRequest(request, parts), service);
    if (result instanceof Response) return result;
    return jsonResponse(result, { headers: { 'cache-control': 'no-store', ...corsHeaders } });
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
    // Made above, with everything it needs.
    if (response instanceof TextResponse) return response;
    addCorsHeaders(response);
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
