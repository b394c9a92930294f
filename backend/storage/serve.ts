import { createCors, isPreflight } from '../http/cors.ts';
import { describeError } from '../http/describe-error.ts';
import { createRouteTable } from '../http/route-table.ts';
import { toErrorResponse } from './error-response.ts';
import { createStorageRequest, type Endpoint } from './request.ts';
import { tusVersion } from './resumable/tus.ts';
import { storageRoutes } from './routes.ts';
import type { StorageService } from './service.ts';
import { StorageError } from './storage-error.ts';

/** A page reads the headers of downloads and resumable uploads. */
const cors = createCors({
  methods: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  exposedHeaders:
    'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Last-Modified, Location, Tus-Extension, Tus-Max-Size, ' +
    'Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, X-Transformations',
  maxAgeSeconds: 3600,
});

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
    if (isPreflight(request)) {
      const allowed = cors.answerPreflight(request);
      allowed.headers.set('tus-resumable', tusVersion);
      return allowed;
    }
    const response = await answer(request, url, path).catch((error: unknown) =>
      toErrorResponse(error, (fault) =>
        service.log({
          level: 'error',
          message: 'A storage request failed',
          method: request.method,
          path,
          error: describeError(fault),
        }),
      ),
    );
    cors.addHeaders(response);
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
    return response;
  };
}
