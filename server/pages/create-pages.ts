import { isGuarded } from '../../app/guard/rules.ts';
import { toSafePath } from '../../app/guard/safe-path.ts';
import { titleOf } from '../../app/mail-page/mail-view.ts';
import type { Payload } from '../../app/page-data.ts';
import { shortHash } from '../../app/runtime/short-hash.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import {
  type PreparedResponse,
  type RequestParts,
  toResponse,
} from '../../backend/http/prepared-response.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { SiteBuild } from '../build/site-build.ts';
import { redirectToLogin } from '../guard.ts';
import type { RenderMailPage } from '../mail-box.ts';
import { createNameSource, type NameSource } from '../names/name-source.ts';
import { type AnswerNames, searchPath, tablePath } from '../names/names-answer.ts';
import type { Warn } from '../names/read-names-page.ts';
import type { SitePageViews } from '../page-views/open-page-views.ts';
import { parsePathname } from '../request-target.ts';
import type { ReadVisitor, Visitor } from '../session/visitor.ts';
import { toAddress } from './address.ts';
import { type DocumentBackend, renderDocument } from './document.ts';
import { createPageCache, type Rendered } from './page-cache.ts';
import { createPageReader, type FoundPage } from './page-reader.ts';
import { createShell, hasNoData } from './shell-page.ts';

/** Pages and their payloads, cached as bytes. */
export interface Pages {
  /** Any GET or HEAD that nothing else answered: pages, `<path>/_payload.json`, `/page.json`, `/navigation.json`, the 404. */
  fetch(request: Request): Promise<Response>;
  /** The same response if its bytes are cached; synchronous. */
  findPrepared(parts: RequestParts): PreparedResponse | undefined;
  /** The page of mails without a configured delivery. */
  renderMail: RenderMailPage;
  /** The error screen for an unexpected fault, without internals. */
  renderError(request: Request, statusCode: number, message: string): Promise<Response>;
}

export interface PagesOptions {
  site: SiteConfig;
  siteUrl: string;
  content: Content;
  build: SiteBuild;
  securityHeaders: Record<string, string>;
  readVisitor: ReadVisitor;
  names?: NameSource;
  warn?: Warn;
  /** The backend's URL and key for the browser. */
  backend: DocumentBackend;
  pageViews: Pick<SitePageViews, 'sign' | 'countOf' | 'onChange'>;
}

const cacheBytes = 48 * 1024 * 1024;
const payloadSuffix = '/_payload.json';
const navigationPath = '/navigation.json';

/** Cached by the browser but revalidated each time, so that saved files are live at once. */
const mustRevalidate = 'public, max-age=0, must-revalidate';
/** For guarded responses. */
const privateNoStore = 'private, no-store';
/** Names change once a year, and typing repeats the same requests. */
const cachedTenMinutes = 'public, max-age=600';
const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

export function createPages({
  site,
  siteUrl,
  content,
  build,
  securityHeaders,
  readVisitor,
  names = createNameSource(),
  warn = () => {},
  backend,
  pageViews,
}: PagesOptions): Pages {
  const readPage = createPageReader({ content, site, siteUrl, names, pageViews, warn });
  const cache = createPageCache(cacheBytes);
  /** The options of all documents. */
  const about = { site, build, backend };
  const drop = (paths: string[] | 'all') => cache.drop(paths === 'all' ? 'all' : paths.flatMap(keysOf));
  content.onChange(({ paths }) => drop(paths));
  pageViews.onChange(drop);
  build.onChange?.(() => cache.drop('all'));

  async function renderPage(found: FoundPage, settle = false): Promise<Rendered> {
    const { renderPage: render } = await build.render();
    const body = renderDocument({
      ...about,
      head: found.page.head,
      view: found.page.view,
      html: await render(found.key, found.page),
      react: found.eager || build.middleware ? 'eager' : 'intent',
      settle,
    });
    return { status: found.status, headers: headersFor(html, mustRevalidate), body };
  }

  async function renderNotFound(fullPath: string): Promise<Response> {
    const { renderPage: render } = await build.render();
    const head = { title: 'Page not found', robots: 'noindex' };
    const body = renderDocument({ ...about, head, html: await render(fullPath, null), react: 'intent' });
    return new Response(body, { status: 404, headers: headersFor(html, 'no-store') });
  }

  function headersFor(type: string, cacheControl: string): Record<string, string> {
    return { 'content-type': type, 'cache-control': cacheControl, ...securityHeaders };
  }

  /** A guarded response is rendered for one visitor and never cached. */
  async function answerPage(request: Request, url: URL, path: string): Promise<Response> {
    const visitor = isGuarded(path, site.signIn) ? await readVisitor(request) : undefined;
    if (visitor?.state === 'signed-out') return redirectToLogin(url, site.signIn);
    if (visitor?.state === 'unsettled')
      return answerPrivately(await renderPage(createShell(path, pageViews.sign(path)), true));
    const found = await readPage(path, url.searchParams);
    if (!found) return renderNotFound(url.pathname + url.search);
    if (visitor) return answerPrivately(await renderPage(found));
    return toResponse(
      await cache.answer(cacheKeyOf(found), toRequestParts(request), () => renderPage(found)),
    );
  }

  function answerPrivately({ status, body }: Rendered): Response {
    return new Response(body, { status, headers: headersFor(html, privateNoStore) });
  }

  /** Browsers must not cache payloads: they are fetched with `force-cache`, which would show an old article as long as the build lives. */
  async function answerPayload(request: Request, url: URL, asked: string): Promise<Response> {
    const path = toPagePath(asked);
    const visitor = isGuarded(path, site.signIn) ? await readVisitor(request) : undefined;
    if (visitor && !maySee(visitor, path)) return askToSignIn();
    const found = await readPage(path, url.searchParams);
    if (!found) return answerJson(404, { error: { statusCode: 404, message: `Page not found: ${path}` } });
    const payload: Payload = { [shortHash(asked)]: found.page };
    if (visitor) return answerJson(200, payload, privateNoStore);
    const rendered = { status: 200, headers: headersFor(json, 'no-store'), body: JSON.stringify(payload) };
    return toResponse(
      await cache.answer(`${cacheKeyOf(found)} payload`, toRequestParts(request), async () => rendered),
    );
  }

  /** The data of one page, for a browser whose payload could not be read. */
  async function answerPageItself(request: Request, url: URL): Promise<Response> {
    const wanted = toSafePath(url.searchParams.get('path') ?? '');
    const target = wanted === undefined ? undefined : new URL(wanted, siteUrl);
    const path = target ? toPagePath(parsePathname(target.pathname)) : '';
    const visitor = isGuarded(path, site.signIn) ? await readVisitor(request) : undefined;
    const isRefused = visitor && !maySee(visitor, path);
    const found = target && !isRefused ? await readPage(path, target.searchParams) : undefined;
    if (!found) return answerJson(404, { error: { statusCode: 404, message: `Page not found: ${path}` } });
    return answerJson(200, found.page, visitor && privateNoStore);
  }

  function answerJson(status: number, body: unknown, cacheControl = 'no-store'): Response {
    return new Response(JSON.stringify(body), { status, headers: headersFor(json, cacheControl) });
  }

  function askToSignIn(): Response {
    return answerJson(401, { error: { statusCode: 401, message: 'Please sign in.' } }, privateNoStore);
  }

  /** Signed-in users get every page, other visitors the open ones. */
  async function answerNavigation(request: Request): Promise<Response> {
    const isForAll = !content.hasGuardedPages();
    if (!isForAll && (await readVisitor(request)).state === 'signed-in')
      return answerJson(200, content.navigation(), privateNoStore);
    const render = async () => ({
      status: 200,
      headers: headersFor(json, mustRevalidate),
      body: JSON.stringify(content.publicListings.navigation()),
    });
    // Under its own path it would be sent to signed-in users too, because the cache is read before the session.
    const key = isForAll ? navigationPath : `${navigationPath} of open pages`;
    return toResponse(await cache.answer(key, toRequestParts(request), render));
  }

  async function answerNames(
    request: Request,
    url: URL,
    load: () => Promise<AnswerNames>,
  ): Promise<Response> {
    const visitor = isGuarded('/baby-names', site.signIn) ? await readVisitor(request) : undefined;
    if (visitor && visitor.state !== 'signed-in') return askToSignIn();
    // Loaded with the first request about names, which many sites never get.
    const answer = await load();
    const { key, type, headers, body } = await answer(names, url.searchParams);
    const cacheControl = visitor ? privateNoStore : cachedTenMinutes;
    const render = async () => ({
      status: 200,
      headers: { ...headersFor(type, cacheControl), ...headers },
      body,
    });
    return toResponse(await cache.answer(key, toRequestParts(request), render));
  }

  return {
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === navigationPath) return answerNavigation(request);
      if (url.pathname === searchPath)
        return answerNames(
          request,
          url,
          async () => (await import('../names/answer-search.ts')).answerSearch,
        );
      if (url.pathname === tablePath)
        return answerNames(request, url, async () => (await import('../names/answer-table.ts')).answerTable);
      if (url.pathname === '/page.json') return answerPageItself(request, url);
      const path = parsePathname(url.pathname);
      // As a URL, such a path means another host: no redirect or link may lead there.
      if (toSafePath(url.pathname) === undefined) return renderNotFound(url.pathname + url.search);
      if (path.endsWith(payloadSuffix))
        return answerPayload(request, url, path.slice(0, -payloadSuffix.length) || '/');
      if (path !== '/' && path.endsWith('/')) return redirectWithoutSlash(url);
      return answerPage(request, url, toPagePath(path));
    },

    findPrepared(parts) {
      return cache.findPrepared(parts);
    },

    async renderMail(view, status) {
      const { renderMailPage } = await build.render();
      const head = { title: titleOf(view), robots: 'noindex' };
      const body = renderDocument({ ...about, head, html: renderMailPage(view), react: 'never' });
      return new Response(body, { status, headers: headersFor(html, privateNoStore) });
    },

    async renderError(_request, status, message) {
      const { renderFatalError } = await build.render();
      const head = { title: `Error ${status}`, robots: 'noindex' };
      const body = renderDocument({
        ...about,
        head,
        html: renderFatalError(status, message),
        react: 'never',
      });
      return new Response(body, { status, headers: headersFor(html, 'no-store') });
    },
  };
}

/** Checked before the page is read, so that a refusal takes the same time whether or not the page exists. */
function maySee(visitor: Visitor, path: string): boolean {
  if (visitor.state === 'unsettled') return hasNoData(path);
  return visitor.state === 'signed-in';
}

/** The normal form of a path: NFC, without a trailing slash. */
function toPagePath(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end).normalize('NFC');
}

function cacheKeyOf({ key, variant = '' }: FoundPage): string {
  return key + variant;
}

/** The cache keys of a page's responses. */
function keysOf(path: string): string[] {
  const key = toAddress(path);
  return [key, `${key} payload`];
}

/** One URL per page: a trailing slash is redirected. */
function redirectWithoutSlash(url: URL): Response {
  const location = (url.pathname.replace(/\/+$/, '') || '/') + url.search;
  return new Response(null, { status: 308, headers: { location } });
}

function toRequestParts(request: Request): RequestParts {
  return {
    method: request.method,
    url: '',
    acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
    ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
  };
}
