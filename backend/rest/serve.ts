import type { Database } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import type { ApiConfig } from '../config/api-config.ts';
import { createCors, isPreflight } from '../http/cors.ts';
import { describeError } from '../http/describe-error.ts';
import { allowedMethods } from './answer/allowed-methods.ts';
import { toDatabaseAnswer } from './answer/database-error.ts';
import { respond } from './answer/respond.ts';
import type { Caller, IdentifyCaller } from './caller.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { CatalogueWatch } from './catalogue/watch-catalogue.ts';
import type { Compile } from './compile/compile.ts';
import { serveOpenApi } from './open-api/serve-open-api.ts';
import { parseRequest, type RestRequest } from './request/parse-request.ts';
import { RestError } from './rest-error.ts';
import { runRequest } from './run-request.ts';

export interface RestService {
  requests: Database['requests'];
  readReplica: Database['readReplica'];
  watch: CatalogueWatch;
  compile: Compile;
  identifyCaller: IdentifyCaller;
  api: ApiConfig;
  /** The public URL of this service. */
  externalUrl: string;
  log: Log;
}

/** As PostgREST: a page reads the headers with counts and locations. */
const cors = createCors({
  methods: 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
  exposedHeaders:
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit',
  maxAgeSeconds: 86_400,
});

/** Handles a request; `path` is below the base path. */
export type ServeRest = (request: Request, url: URL, path: string) => Promise<Response>;

/** Handles a request: caller, parsing, statement, database, response; and one boundary for all errors. */
export function createServeRest(service: RestService): ServeRest {
  const answer = async (
    request: Request,
    url: URL,
    path: string,
    note: (caller: Caller) => void,
  ): Promise<Response> => {
    const caller = service.identifyCaller(request.headers);
    note(caller);
    let catalogue = await service.watch.current();
    const parsed = await parseRequest(request, url, path, service.api.schemas);
    const serve = (known: Catalogue) => serveFrom(service, known, { caller, parsed, request });
    try {
      return await serve(catalogue);
    } catch (error) {
      if (!(error instanceof RestError) || !namesSomethingUnknown(error)) throw error;
      // It may have been created a moment ago.
      const renewed = await service.watch.renewed(catalogue);
      if (renewed === undefined || renewed === catalogue) throw error;
      catalogue = renewed;
      return serve(catalogue);
    }
  };

  return async (request, url, path) => {
    if (isPreflight(request)) return cors.answerPreflight(request);
    let caller: Caller | undefined;
    const response = await answer(request, url, path, (found) => {
      caller = found;
    }).catch((error: unknown) => toErrorResponse(service, error, { request, path, caller }));
    cors.addHeaders(response);
    // Rows depend on the caller: no shared cache may return them to another caller.
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
    return response;
  };
}

/** Errors that a newer catalog may resolve. */
function namesSomethingUnknown({ code }: RestError): boolean {
  return code === 'PGRST200' || code === 'PGRST202' || code === 'PGRST204' || code === 'PGRST205';
}

async function serveFrom(
  service: RestService,
  catalogue: Catalogue,
  { caller, parsed, request }: { caller: Caller; parsed: RestRequest; request: Request },
): Promise<Response> {
  const context = {
    isHead: request.method === 'HEAD',
    includesSchema: service.api.schemas.length > 1,
    pairs: parsed.pairs,
  };
  if (request.method === 'OPTIONS') return allowedMethods(catalogue, parsed, caller);
  if (parsed.resource.kind === 'root')
    return serveOpenApi({ ...service, catalogue, caller, parsed, isHead: context.isHead });
  const maxRows = catalogue.settings.maxRows ?? service.api.maxRows;
  const compiled = service.compile(catalogue, parsed, { role: caller.role, maxRows });
  const outcome = await runRequest(
    {
      requests: service.requests,
      readReplica: service.readReplica,
      reports: service.api.reports ?? [],
      settings: catalogue.settings,
      extraSearchPath: service.api.extraSearchPath,
      ofProcess: service.api.settings,
    },
    compiled,
    {
      caller,
      method: request.method,
      path: parsed.path,
      headers: request.headers,
      pairs: parsed.pairs,
      body: parsed.body?.text ?? null,
      signal: request.signal,
    },
  );
  const response = respond(compiled, outcome, context);
  if (outcome.isFromReplica) response.headers.set('database-read', 'replica');
  return response;
}

function toErrorResponse(
  service: RestService,
  error: unknown,
  { request, path, caller }: { request: Request; path: string; caller: Caller | undefined },
): Response {
  const isAnonymous = caller === undefined || caller.role === 'anon';
  // The client has left.
  if (request.signal.aborted) return new Response(null, { status: 499 });
  const known =
    error instanceof RestError ? error : (toDatabaseAnswer(error, isAnonymous) ?? unexpected(error));
  if (known.status >= 500) {
    service.log({
      level: 'error',
      message: 'A request failed',
      method: request.method,
      path,
      error: describeError(known.cause ?? known),
    });
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': `PostgREST; error=${known.code}`,
    ...known.headers,
  };
  if (request.method === 'HEAD') return new Response(null, { status: known.status, headers });
  return new Response(known.toBody(), { status: known.status, headers });
}

function unexpected(cause: unknown): RestError {
  return new RestError('PGRSTX00', 500, 'Something went wrong on our side.', { cause });
}
