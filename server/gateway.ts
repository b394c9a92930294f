/** The router of the site: every request enters here and is passed to the module that answers it. */
import { type Handler, Hono } from 'hono';
import { adminApi } from '../app/admin/admin-paths.ts';
import { isApiPath } from '../backend/http/api-error.ts';
import type { PreparedResponse, RequestParts } from '../backend/http/prepared-response.ts';
import type { ServeAdmin } from './admin/serve-admin.ts';
import type { CdnHeaders } from './cdn/cdn-headers.ts';
import { keepFromCdn } from './cdn/keep-from-cdn.ts';
import { createClientFiles } from './client-files.ts';
import { createErrorResponses, wantsJson } from './error-responses.ts';
import { HttpError, notFound } from './http-error.ts';
import type { Log } from './log.ts';
import type { MailBox } from './mail-box.ts';
import { metricsPath } from './metrics/metrics-endpoint.ts';
import type { EmbeddedBackend } from './open-embedded-backend.ts';
import { type OwnershipEndpoint, ownershipPath } from './ownership/ownership-endpoint.ts';
import { createPageViewEndpoint, type PageViewOptions } from './page-view-endpoint.ts';
import type { Pages } from './pages/create-pages.ts';
import { createPictures, type PictureSource } from './pictures.ts';
import { previewLinksPath } from './preview/preview-endpoint.ts';
import { requireLength } from './read-body.ts';
import { parsePathname } from './request-target.ts';
import type { ReadVisitor } from './session/visitor.ts';

/** Data about a request beside the Request. */
export interface Caller {
  address: string;
  requestId: string;
  /** An error while the request was read; it is answered like any other. */
  fault?: unknown;
}

export interface Gateway {
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /** The same response if its bytes are prepared; synchronous. */
  findPrepared(parts: RequestParts): PreparedResponse | undefined;
}

export interface GatewayOptions {
  siteUrl: string;
  clientFolder: string;
  pages: Omit<
    Pages,
    'renderMail' | 'renderShell' | 'renderMissingShell' | 'readCaches' | 'dropAll' | 'close'
  >;
  /** The embedded backend; undefined with a hosted project. */
  backend?: Pick<EmbeddedBackend, 'fetch'> | undefined;
  mailBox?: MailBox | undefined;
  /** The API of the admin area; undefined when it is switched off. */
  admin?: ServeAdmin | undefined;
  pictures: PictureSource;
  /** Undefined: no CDN keeps pages. */
  cdn?: CdnHeaders | undefined;
  ownership?: OwnershipEndpoint;
  /** Answers GET /metrics; undefined when it is switched off. */
  metrics?: ((request: Request) => Promise<Response>) | undefined;
  /** Makes preview links. */
  createPreview?: (request: Request) => Promise<Response>;
  readVisitor: ReadVisitor;
  securityHeaders: Record<string, string>;
  /** False while the process closes. */
  isReady: () => boolean;
  pageViews: Omit<PageViewOptions, 'siteUrl'>;
  log: Log;
}

const maxBodyBytes = 1_048_576;
/** The response never depends on the body, so no body is rejected. */
const viewsPath = '/views';

type Bindings = { Bindings: Caller };

export function createGateway(options: GatewayOptions): Gateway {
  const { siteUrl, pages, securityHeaders, isReady } = options;
  const files = createClientFiles({ folder: options.clientFolder, securityHeaders });
  const servePicture = createPictures(options.pictures, options.readVisitor, options.cdn);
  const views = createPageViewEndpoint({ siteUrl, ...options.pageViews });
  const answerError = createErrorResponses({ pages, log: options.log });

  async function requireFile(request: Request): Promise<Response> {
    const response = await files.find(request);
    if (!response) throw notFound(new URL(request.url).pathname);
    return response;
  }

  async function servePage(request: Request, address: string): Promise<Response> {
    const response = (await files.find(request)) ?? (await pages.fetch(request, address));
    const isError = response.status >= 400 && !response.headers.get('content-type')?.includes('json');
    if (!isError || !wantsJson(request)) return response;
    throw response.status === 404
      ? notFound(new URL(request.url).pathname)
      : new HttpError(response.status, 'Not available.');
  }

  const routes: [method: 'GET' | 'POST', path: string, handler: Handler<Bindings>][] = [
    ['GET', '/healthz', () => statusResponse(200, 'ok')],
    ['GET', '/readyz', () => (isReady() ? statusResponse(200, 'ready') : statusResponse(503, 'closing'))],
    ['GET', '/builds/*', ({ req }) => requireFile(req.raw)],
    ['GET', '/assets/*', ({ req }) => requireFile(req.raw)],
    ['GET', '/pictures/*', ({ req }) => servePicture(req.raw)],
    ['POST', viewsPath, ({ req, env }) => views.receive(req.raw, env.address)],
    ['GET', '/*', ({ req, env }) => servePage(req.raw, env.address)],
  ];
  if (options.pageViews.countWithoutScript) {
    const receive: Handler<Bindings> = ({ req, env }) => views.receiveWithoutScript(req.raw, env.address);
    routes.unshift(['GET', '/views.css', receive]);
  }

  const { createPreview, metrics } = options;
  if (metrics) routes.unshift(['GET', metricsPath, ({ req }) => metrics(req.raw)]);
  if (createPreview) routes.unshift(['POST', previewLinksPath, ({ req }) => createPreview(req.raw)]);

  const app = new Hono<Bindings>();
  const { backend, mailBox } = options;
  if (backend) {
    // The paths of RFC 8414 for an issuer with a path.
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      app.all(`/.well-known/${name}/auth/v1`, ({ req }) => backend.fetch(req.raw));
  }
  const { ownership } = options;
  if (ownership) {
    app.get(ownershipPath, ({ req, env }) => ownership.answerQuestion(req.raw, env.address));
    app.post(ownershipPath, ({ req, env }) => ownership.answerClaim(req.raw, env.address));
  }
  if (mailBox) app.all('/_mail/*', ({ req, env }) => mailBox(req.raw, env.address));
  // Before the route for POST, which refuses other methods.
  if (options.pageViews.exchange) app.get(viewsPath, ({ req }) => views.giveToken(req.raw));
  for (const [method, path, handler] of routes) {
    app.on(method, path, handler);
    app.all(path, () => {
      const allow = method === 'GET' ? 'GET, HEAD' : method;
      throw new HttpError(405, `This address answers ${allow} only.`, { headers: { allow } });
    });
  }
  // Rethrown to the boundary below, which also handles errors before routing.
  app.onError((error) => {
    throw error;
  });

  async function answer(request: Request, caller: Caller): Promise<Response> {
    if (caller.fault) throw caller.fault;
    const { pathname } = new URL(request.url);
    if (options.admin && pathname.startsWith(`${adminApi}/`)) return options.admin(request);
    // They have their own rules for names and sizes.
    if (!backend || !/^\/(storage|realtime|functions)\/v1\//.test(pathname)) {
      parsePathname(pathname);
      if (pathname !== viewsPath) requireLength(request, maxBodyBytes);
    }
    if (backend && isBackendPath(pathname)) {
      const { address, requestId } = caller;
      return backend.fetch(request, { remoteAddress: address, requestId });
    }
    return await app.fetch(request, caller);
  }

  return {
    async fetch(request, caller = { address: '', requestId: '' }) {
      const response = await answer(request, caller).catch((error: unknown) =>
        answerError(request, error, caller.requestId),
      );
      return finish(request, response, options);
    },
    findPrepared(parts) {
      if (parts.method !== 'GET' && parts.method !== 'HEAD') return undefined;
      return files.findPrepared(parts) ?? pages.findPrepared(parts);
    },
  };
}

/** Takes a path with or without its query. */
function isBackendPath(path: string): boolean {
  return isApiPath(path) && /^\/[a-z]+\/v1(?:[/?]|$)/.test(path);
}

function statusResponse(status: number, text: string): Response {
  return Response.json({ status: text }, { status, headers: { 'cache-control': 'no-store' } });
}

/** Adds the security headers to every response; a header that is set already stays. */
function finish(
  request: Request,
  response: Response,
  { securityHeaders, cdn }: Pick<GatewayOptions, 'securityHeaders' | 'cdn'>,
): Response {
  if (cdn) keepFromCdn(cdn, request, response);
  const { status, headers } = response;
  for (const name in securityHeaders) if (!headers.has(name)) headers.set(name, securityHeaders[name] ?? '');
  return request.method === 'HEAD' ? new Response(null, { status, headers }) : response;
}
