import { describeError } from '../http/describe-error.ts';
import { CallerError, readBearerToken, requireDataCaller } from '../identity/read-caller.ts';
import type { CallableFunction, Functions } from './create-functions.ts';
import type { FunctionsOptions } from './service.ts';
import { WorkerError } from './worker/worker-errors.ts';

/** The sender of a request, beside what is in it. */
export interface FunctionClient {
  address: string;
  requestId: string;
}

/** Handles a request; `path` is below the base path and begins with the function's name. */
export type ServeFunctions = (
  request: Request,
  url: URL,
  path: string,
  client: FunctionClient,
) => Promise<Response>;

/** Why there is no response of the function. Read by clients: keep texts and keys. */
export class FunctionRefusal extends Error {
  override name = 'FunctionRefusal';
  readonly status: number;
  readonly content: string | object;

  constructor(status: number, content: string | object) {
    super(typeof content === 'string' ? content : JSON.stringify(content));
    this.status = status;
    this.content = content;
  }
}

/** The function that a call is for, if the caller may call it. A preflight needs no token: it is the function's own business. */
export type RequireFunction = (call: { method: string; headers: Headers; path: string }) => CallableFunction;

export function createRequireFunction(
  functions: Functions,
  {
    readCaller,
    applicationsUseData,
    now,
  }: Pick<FunctionsOptions, 'readCaller' | 'applicationsUseData' | 'now'>,
): RequireFunction {
  return ({ method, headers, path }) => {
    const found = functions.find(path.split('/')[1] ?? '');
    if (!found) throw new FunctionRefusal(404, 'Function not found');
    if (!found.verifyJwt || method === 'OPTIONS') return found;
    const hasToken = headers.has('authorization');
    if (!hasToken && !headers.has('apikey'))
      throw new FunctionRefusal(401, { msg: 'Error: Missing authorization header' });
    // Clients send the newer keys, which are no tokens, as `apikey` alone.
    const token = hasToken ? readBearerToken(headers) : (headers.get('apikey') ?? undefined);
    if (token === undefined)
      throw new FunctionRefusal(401, { msg: "Error: Auth header is not 'Bearer {token}'" });
    try {
      requireDataCaller(readCaller(token, now() / 1000), { service: 'functions', applicationsUseData });
    } catch (error) {
      const isApplication = error instanceof CallerError && error.reason === 'application';
      throw new FunctionRefusal(401, { msg: isApplication ? error.message : 'Invalid JWT' });
    }
    return found;
  };
}

export function createServeFunctions(
  requireFunction: RequireFunction,
  { log }: Pick<FunctionsOptions, 'log'>,
): ServeFunctions {
  return async (request, url, path, client) => {
    try {
      const found = requireFunction({ method: request.method, headers: request.headers, path });
      const headers = toForwardedHeaders(request.headers, url, client);
      return await found.send(request, { path: path + url.search, headers });
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.status === 500 && !(error instanceof WorkerError) && !request.signal.aborted)
        log({ level: 'error', message: 'A call of a function failed', path, error: describeError(error) });
      return toRefusalResponse(refusal);
    }
  };
}

export function toRefusal(error: unknown): FunctionRefusal {
  if (error instanceof FunctionRefusal) return error;
  if (error instanceof WorkerError)
    return new FunctionRefusal(error.status, { code: error.code, message: error.message });
  const message = 'Request failed due to an internal server error';
  return new FunctionRefusal(500, { code: 'Internal Server Error', message });
}

/** Every page may read it. The client tells by a header that a call did not reach the function. */
function toRefusalResponse({ status, content }: FunctionRefusal): Response {
  const headers = {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    ...(status === 401 && { 'access-control-expose-headers': 'x-relay-error', 'x-relay-error': 'true' }),
  };
  if (typeof content === 'object') return Response.json(content, { status, headers });
  return new Response(content, { status, headers: { ...headers, 'content-type': 'text/plain' } });
}

/**
 * The session cookies of the site are not for functions: a caller identifies itself with a token. Functions pass it on to the site, so that
 * an API key alone becomes one.
 */
export function toForwardedHeaders(
  headers: Headers,
  url: URL,
  { address, requestId }: FunctionClient,
): Record<string, string | undefined> {
  const cookies = headers.get('cookie')?.split(/;\s*/);
  const key = headers.has('authorization') ? null : headers.get('apikey');
  return {
    ...(key !== null && { authorization: `Bearer ${key}` }),
    cookie: cookies?.filter((cookie) => !cookie.startsWith('sb-')).join('; ') || undefined,
    host: url.host,
    'x-forwarded-for': address,
    'x-forwarded-host': url.host,
    'x-forwarded-proto': url.protocol.slice(0, -1),
    ...(requestId !== '' && { 'x-request-id': requestId }),
  };
}
