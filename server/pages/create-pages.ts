import { isGuarded } from '../../app/guard/rules.ts';
import { toSafePath } from '../../app/guard/safe-path.ts';
import { titleOf } from '../../app/mail-page/mail-view.ts';
import type { Payload } from '../../app/page-data.ts';
import { shortHash } from '../../app/runtime/short-hash.ts';
import type { SiteConfig } from '../../app/site-config.ts';
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
import { type ReadyAnswer, type ReadyQuestion, toResponse } from './ready-answer.ts';
import { createShell, hasNoData } from './shell-page.ts';

/** Pages and their payloads, cached as bytes. */
export interface Pages {
  /** Any GET or HEAD that nothing else answered: pages, `<path>/_payload.json`, `/page.json`, `/navigation.json`, the 404. */
  fetch(request: Request): Promise<Response>;
  /** The same answer when its bytes are already made; nothing is awaited. */
  findReady(question: ReadyQuestion): ReadyAnswer | undefined;
  /** The same answer made first, if the address is all that has to be known for it; else `fetch` has to be asked. */
  makeReady(question: ReadyQuestion): Promise<ReadyAnswer | undefined>;
  /** The mails that nothing was set up to send. */
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
  /** Where the browser finds the backend. */
  backend: DocumentBackend;
  pageViews: Pick<SitePageViews, 'sign' | 'countOf' | 'onChange'>;
}

const cacheBytes = 48 * 1024 * 1024;
const payloadSuffix = '/_payload.json';
const navigationPath = '/navigation.json';

/** A path that can be read in one way only: nothing is encoded, there is no query, and no segment is a file or a dot. */
const plainPath = /^\/(?:[\w~-]+(?:\/[\w~-]+)*)?$/;
const noQuery = new URLSearchParams();

/** Kept by the browser, asked about each time: a saved file is live at once. */
const revalidated = 'public, max-age=0, must-revalidate';
/** A guarded answer. */
const onlyForOne = 'private, no-store';
/** Names change once a year, and typing asks for the same things again and again. */
const keptForAWhile = 'public, max-age=600';
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
  /** What all documents have in common. */
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
    return { status: found.status, headers: headersFor(html, revalidated), body };
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

  /** A guarded answer is for one visitor: it is made for them and kept nowhere. */
  async function answerPage(request: Request, url: URL, path: string): Promise<Response> {
    const visitor = isGuarded(path, site.signIn) ? await readVisitor(request) : undefined;
    if (visitor?.state === 'signed-out') return redirectToLogin(url, site.signIn);
    if (visitor?.state === 'unsettled')
      return answerPrivately(await renderPage(createShell(path, pageViews.sign(path)), true));
    const found = await readPage(path, url.searchParams);
    if (!found) return renderNotFound(url.pathname + url.search);
    if (visitor) return answerPrivately(await renderPage(found));
    return toResponse(await cache.answer(keyOfAnswer(found), questionOf(request), () => renderPage(found)));
  }

  function answerPrivately({ status, body }: Rendered): Response {
    return new Response(body, { status, headers: headersFor(html, onlyForOne) });
  }

  /**
   * Payloads are not kept by the browser: it asks for them with `force-cache`, which would show an article as it was
   * before its last save for as long as the build lives.
   */
  async function answerPayload(request: Request, url: URL, asked: string): Promise<Response> {
    const path = toPagePath(asked);
    const visitor = isGuarded(path, site.signIn) ? await readVisitor(request) : undefined;
    if (visitor && !maySee(visitor, path)) return askToSignIn();
    const found = await readPage(path, url.searchParams);
    if (!found) return answerJson(404, { error: { statusCode: 404, message: `Page not found: ${path}` } });
    const payload: Payload = { [shortHash(asked)]: found.page };
    if (visitor) return answerJson(200, payload, onlyForOne);
    const rendered = { status: 200, headers: headersFor(json, 'no-store'), body: JSON.stringify(payload) };
    return toResponse(
      await cache.answer(`${keyOfAnswer(found)} payload`, questionOf(request), async () => rendered),
    );
  }

  /** The page by itself, for a browser whose payload could not be read. */
  async function answerPageItself(request: Request, url: URL): Promise<Response> {
    const wanted = toSafePath(url.searchParams.get('path') ?? '');
    const target = wanted === undefined ? undefined : new URL(wanted, siteUrl);
    const path = target ? toPagePath(parsePathname(target.pathname)) : '';
    const visitor = isGuarded(path, site.signIn) ? await readVisitor(request) : undefined;
    const isRefused = visitor && !maySee(visitor, path);
    const found = target && !isRefused ? await readPage(path, target.searchParams) : undefined;
    if (!found) return answerJson(404, { error: { statusCode: 404, message: `Page not found: ${path}` } });
    return answerJson(200, found.page, visitor && onlyForOne);
  }

  function answerJson(status: number, body: unknown, cacheControl = 'no-store'): Response {
    return new Response(JSON.stringify(body), { status, headers: headersFor(json, cacheControl) });
  }

  function askToSignIn(): Response {
    return answerJson(401, { error: { statusCode: 401, message: 'Please sign in.' } }, onlyForOne);
  }

  /** Members are told of every page, everybody else of the open ones. */
  async function answerNavigation(request: Request): Promise<Response> {
    const isForAll = !content.hasGuardedPages();
    if (!isForAll && (await readVisitor(request)).state === 'signed-in')
      return answerJson(200, content.navigation(), onlyForOne);
    const render = async () => ({
      status: 200,
      headers: headersFor(json, revalidated),
      body: JSON.stringify(content.forEverybody.navigation()),
    });
    // Under its own address it would be sent to members too, before anything asks who they are.
    const key = isForAll ? navigationPath : `${navigationPath} for everybody`;
    return toResponse(await cache.answer(key, questionOf(request), render));
  }

  async function answerNames(
    request: Request,
    url: URL,
    load: () => Promise<AnswerNames>,
  ): Promise<Response> {
    const visitor = isGuarded('/baby-names', site.signIn) ? await readVisitor(request) : undefined;
    if (visitor && visitor.state !== 'signed-in') return askToSignIn();
    // Loaded with the first question about names, of which many sites never see one.
    const answer = await load();
    const { key, type, headers, body } = await answer(names, url.searchParams);
    const cacheControl = visitor ? onlyForOne : keptForAWhile;
    const render = async () => ({
      status: 200,
      headers: { ...headersFor(type, cacheControl), ...headers },
      body,
    });
    return toResponse(await cache.answer(key, questionOf(request), render));
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
      // Read as an address, such a path is another host: a redirect must not lead there, nor a link of the page.
      if (toSafePath(url.pathname) === undefined) return renderNotFound(url.pathname + url.search);
      if (path.endsWith(payloadSuffix))
        return answerPayload(request, url, path.slice(0, -payloadSuffix.length) || '/');
      if (path !== '/' && path.endsWith('/')) return redirectWithoutSlash(url);
      return answerPage(request, url, toPagePath(path));
    },

    findReady(question) {
      return cache.findReady(question);
    },

    async makeReady(question) {
      const path = question.url;
      if (!plainPath.test(path) || isGuarded(path, site.signIn)) return undefined;
      const found = await readPage(path, noQuery);
      return found?.status === 200 ? cache.answer(found.key, question, () => renderPage(found)) : undefined;
    },

    async renderMail(view, status) {
      const { renderMailPage } = await build.render();
      const head = { title: titleOf(view), robots: 'noindex' };
      const body = renderDocument({ ...about, head, html: renderMailPage(view), react: 'never' });
      return new Response(body, { status, headers: headersFor(html, onlyForOne) });
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

/** Asked before the page is read, so that a refusal takes the same time whether there is a page or not. */
function maySee(visitor: Visitor, path: string): boolean {
  if (visitor.state === 'unsettled') return hasNoData(path);
  return visitor.state === 'signed-in';
}

/** The one form in which a path is guarded and looked for: composed letters, and no slash at the end. */
function toPagePath(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end).normalize('NFC');
}

function keyOfAnswer({ key, variant = '' }: FoundPage): string {
  return key + variant;
}

/** Under which keys the answers of a page are cached. */
function keysOf(path: string): string[] {
  const key = toAddress(path);
  return [key, `${key} payload`];
}

/** One address a page: with a slash at the end it is the same page. */
function redirectWithoutSlash(url: URL): Response {
  const location = (url.pathname.replace(/\/+$/, '') || '/') + url.search;
  return new Response(null, { status: 308, headers: { location } });
}

function questionOf(request: Request): ReadyQuestion {
  return {
    method: request.method,
    url: '',
    acceptEncoding: request.headers.get('accept-encoding') ?? undefined,
    ifNoneMatch: request.headers.get('if-none-match') ?? undefined,
  };
}
