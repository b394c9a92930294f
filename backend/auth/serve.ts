import type { ClientAddress, Connection } from '../http/client-address.ts';
import { createCors } from '../http/cors.ts';
import { describeError } from '../http/describe-error.ts';
import { toErrorResponse } from '../http/error-response.ts';
import { createRouteTable, type RouteTable } from '../http/route-table.ts';
import { ServiceError } from '../http/service-error.ts';
import { withAudience } from './service/audience.ts';
import { createAuthRequest, type Endpoint } from './service/request.ts';
import type { AuthService } from './service/service.ts';

/** A page reads the paging and version headers. */
const cors = createCors({
  methods: 'GET, POST, PUT, PATCH, DELETE',
  exposedHeaders: 'X-Total-Count, Link, X-Supabase-Api-Version',
  maxAgeSeconds: 600,
});

/** Answers a request whose path, below the base path, is given. */
export type ServeAuth = (
  request: Request,
  url: URL,
  path: string,
  connection: Connection,
) => Promise<Response>;

/** Handles a request to the auth service: preflight, route, endpoint, and one boundary for all errors. */
export function createServeAuth(service: AuthService, clientAddress: ClientAddress): ServeAuth {
  let routes: RouteTable<Endpoint> | undefined;

  const answer = async (
    request: Request,
    url: URL,
    path: string,
    connection: Connection,
  ): Promise<Response> => {
    // The endpoints are imported at the first request, so that a start does not wait for them.
    routes ??= createRouteTable<Endpoint>((await import('./routes.ts')).authRoutes);
    const route = routes.find(request.method, path);
    if (route === undefined) {
      const allowed = routes.methods(path);
      // HEAD only checks that the route exists and does nothing: link scanners send it.
      if (request.method === 'HEAD' && allowed.includes('HEAD')) return new Response(null);
      throw allowed.length === 0 ? routeNotFound() : wrongMethod(allowed.join(', '));
    }
    const parts = { path, url, params: route.params, clientAddress: clientAddress(request, connection) };
    const authRequest = createAuthRequest(request, parts);
    const result = await route.handler(authRequest, withAudience(authRequest, service));
    if (result instanceof Response) return result;
    return Response.json(result);
  };

  return async (request, url, path, connection) => {
    if (request.method === 'OPTIONS') return cors.answerPreflight(request);
    const response = await answer(request, url, path, connection).catch((error: unknown) =>
      toErrorResponse(error, request, ({ errorId, error: fault }) =>
        service.log({
          level: 'error',
          message: 'A request failed',
          errorId,
          method: request.method,
          path,
          error: describeError(fault),
        }),
      ),
    );
    cors.addHeaders(response);
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
    return response;
  };
}

function routeNotFound(): ServiceError {
  return new ServiceError('unknown', 404, 'Nothing is served at this address.');
}

function wrongMethod(allow: string): ServiceError {
  return new ServiceError('unknown', 405, `This address answers ${allow} only.`, { headers: { allow } });
}
