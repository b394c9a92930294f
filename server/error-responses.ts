/** Turns thrown errors into responses. Causes go to the log; a visitor reads only the public message. */
import { isApiPath, toApiErrorResponse } from '../backend/http/api-error.ts';
import { parseWeights } from './accept.ts';
import { HttpError } from './http-error.ts';
import type { Log } from './log.ts';

export interface ErrorResponsesOptions {
  pages: { renderError(request: Request, statusCode: number, message: string): Promise<Response> };
  log: Log;
}

export function createErrorResponses({ pages, log }: ErrorResponsesOptions) {
  return async function answerError(request: Request, error: unknown, requestId?: string): Promise<Response> {
    const known =
      error instanceof HttpError
        ? error
        : new HttpError(500, 'Something went wrong on our side.', { cause: error });
    if (known.cause !== undefined) {
      log.error('A request failed', {
        method: request.method,
        path: pathOf(request),
        id: requestId,
        cause: known.cause,
      });
    }
    const response = await toResponse(request, known).catch((cause: unknown) => {
      log.error('The error screen failed', { path: pathOf(request), id: requestId, cause });
      return toPlainResponse(known);
    });
    // An error is never cached: the next request may succeed.
    response.headers.set('cache-control', 'no-store');
    for (const [name, value] of Object.entries(known.headers)) response.headers.set(name, value);
    return response;
  };

  async function toResponse(request: Request, { statusCode, message }: HttpError): Promise<Response> {
    const path = pathOf(request);
    if (isApiPath(path)) return toApiErrorResponse(path, statusCode, message);
    if (wantsJson(request)) return Response.json({ error: { statusCode, message } }, { status: statusCode });
    return pages.renderError(request, statusCode, message);
  }
}

function toPlainResponse({ statusCode, message }: HttpError): Response {
  return new Response(`${statusCode} ${message}\n`, {
    status: statusCode,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

/** JSON is requested by the path (of a service or a file), or by an `Accept` that prefers it to HTML. */
export function wantsJson(request: Request): boolean {
  const path = pathOf(request);
  if (path.endsWith('.json') || isApiPath(path)) return true;
  let json = 0;
  let html = 0;
  for (const [type, weight] of parseWeights(request.headers.get('accept') ?? '')) {
    if (type === 'application/json' || type.endsWith('+json')) json = Math.max(json, weight);
    if (type === 'text/html' || type === 'application/xhtml+xml') html = Math.max(html, weight);
  }
  return json > html;
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
