import { createRouteTable } from '../http/route-table.ts';
import { addCorsHeaders, answerPreflight } from './cors.ts';
import { toErrorResponse } from './error-response.ts';
import { createStorageRequest, type Endpoint } from './request.ts';
import { storageRoutes } from './routes.ts';
import type { StorageService } from './service.ts';
import { StorageError } from './storage-error.ts';

/** Handles a request; `path` is below the base path. */
export type ServeStorage = (request: Request, url: URL, path: string) => Promise<Response>;

/** Handles a request: preflight, route, endpoint, and one boundary for all errors. */
export function createServeStorage(service: StorageService): ServeStorage {
  const routes = createRouteTable<Endpoint>(storageRoutes);

  const answer = async (request: Request, url: URL, path: string): Promise<Response> => {
    const route =
      routes.find(request.method, path) ?? (request.method === 'HEAD' ? routes.find('GET', path) : undefined);
    if (route === undefined)
      throw new StorageError('InvalidRequest', 404, `Route ${request.method}:${path} not found`, {
        title: 'Not Found',
        httpStatus: 404,
      });
    const result = await route.handler(createStorageRequest(request, url, route.params, service), service);
    return result instanceof Response ? result : Response.json(result);
  };

  return async (request, url, path) => {
    if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method'))
      return answerPreflight(request);
    const response = await answer(request, url, path).catch((error: unknown) =>
      toErrorResponse(error, (fault) =>
        service.log({
          level: 'error',
          message: 'A storage request failed',
          method: request.method,
          path,
          error: describe(fault),
        }),
      ),
    );
    addCorsHeaders(response.headers, request);
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
    return response;
  };
}

/** For the log: the error with its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\ncaused by ${describe(error.cause)}`;
}
