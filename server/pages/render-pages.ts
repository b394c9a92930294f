import { type MailView, titleOf } from '../../app/mail-page/mail-view.ts';
import { anyMissingPath } from '../../app/page-unavailable.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { siteAt } from '../../app/site-language.ts';
import { errorMessagesIn, wordsIn } from '../../app/words/words.ts';
import type { NearPage } from '../../markdown/document.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { SiteBuild } from '../build/site-build.ts';
import { type DocumentBackend, type DocumentOptions, renderDocument } from './document.ts';
import type { Rendered } from './page-cache.ts';
import type { FoundPage } from './page-reader.ts';
import { createShell } from './shell-page.ts';

/** Cached by the browser but revalidated each time, so that saved files are live at once. */
export const mustRevalidate = 'public, max-age=0, must-revalidate';
/** For guarded responses. */
export const privateNoStore = 'private, no-store';
const htmlType = 'text/html; charset=utf-8';
export const json = 'application/json; charset=utf-8';

export interface PageRenderer {
  headersFor(type: string, cacheControl: string): Record<string, string>;
  /** `settle`: the browser finds out who is signed in, and what the page is for that visitor. */
  page(found: FoundPage, settle?: boolean): Promise<Rendered>;
  /** The layout of the addresses that are like this path. The browser makes the page. */
  shell(path: string): Promise<Response>;
  /** The same for all addresses without a page. */
  missingShell(): Promise<Response>;
  /** `near`: the pages that the visitor may have meant. */
  notFound(fullPath: string, settle?: boolean, near?: NearPage[]): Promise<Response>;
  /** For a page that was there and has expired or was taken away. */
  gone(fullPath: string, settle?: boolean): Promise<Response>;
  mail(view: MailView, status: number): Promise<Response>;
  /** `path` decides the language. `message` is English. */
  error(path: string, status: number, message: string): Promise<Response>;
  json(status: number, body: unknown, cacheControl?: string): Response;
}

interface RendererOptions {
  site: SiteConfig;
  content: Pick<Content, 'theme'>;
  build: SiteBuild;
  securityHeaders: Record<string, string>;
  backend: DocumentBackend;
}

/** Renders documents, and adds the headers of the site to them. */
export function createRenderer(options: RendererOptions): PageRenderer {
  const { site, content, build, securityHeaders, backend } = options;
  const { isStatic = false } = backend;
  const hosting = { isStatic, hasAccounts: !isStatic || backend.url !== undefined };
  /** The options of all documents. The theme is another one after each save. */
  const about = () => ({ site, build, backend, theme: content.theme() });

  function headersFor(type: string, cacheControl: string): Record<string, string> {
    return { 'content-type': type, 'cache-control': cacheControl, ...securityHeaders };
  }

  /** On an exported site the browser makes the page of results: the file of it is asked for with each question. */
  const isAsked = ({ page }: FoundPage) => isStatic && page.route === 'search';

  async function missing(
    status: 404 | 410,
    fullPath: string,
    near: NearPage[] = [],
    browser: Pick<DocumentOptions, 'settle' | 'isShell'> = {},
  ): Promise<Response> {
    const shown = siteAt(site, fullPath.split('?', 1)[0] ?? fullPath);
    const words = wordsIn(shown.language);
    const { renderPage } = await build.render();
    const html = await renderPage(fullPath, null, { missing: status, near, hosting });
    const head = { title: words[status === 410 ? 'pageIsGone' : 'pageNotFound'], robots: 'noindex' };
    const body = renderDocument({ ...about(), site: shown, head, html, react: 'intent', ...browser });
    return new Response(body, { status, headers: headersFor(htmlType, 'no-store') });
  }

  return {
    headersFor,

    async page(found, settle = false) {
      const { renderPage } = await build.render();
      const body = renderDocument({
        ...about(),
        site: siteAt(site, found.page.languagePath ?? found.key.split('?', 1)[0] ?? found.key),
        head: found.page.head,
        path: found.key,
        structuredData: found.structuredData,
        view: found.page.view,
        html: await renderPage(found.key, found.page, { hosting }),
        react: found.eager || build.middleware || isAsked(found) ? 'eager' : 'intent',
        settle,
        keep: found.keep,
      });
      // The same address is Markdown for a client that asks for it.
      const varies = found.page.head.markdown === undefined ? {} : { vary: 'Accept' };
      return { status: found.status, headers: { ...headersFor(htmlType, mustRevalidate), ...varies }, body };
    },

    async shell(path) {
      const { renderPage } = await build.render();
      const { page } = createShell(site, path, undefined);
      const html = await renderPage(path, page, { hosting });
      const body = renderDocument({ ...about(), head: page.head, html, react: 'eager', isShell: true });
      return new Response(body, { headers: headersFor(htmlType, mustRevalidate) });
    },

    missingShell: () => missing(404, anyMissingPath, [], { isShell: true }),
    notFound: (fullPath, settle = false, near = []) => missing(404, fullPath, near, { settle }),
    gone: (fullPath, settle = false) => missing(410, fullPath, [], { settle }),

    async mail(view, status) {
      const { renderMailPage } = await build.render();
      const head = { title: titleOf(view), robots: 'noindex' };
      const body = renderDocument({ ...about(), head, html: renderMailPage(view), react: 'never' });
      return new Response(body, { status, headers: headersFor(htmlType, privateNoStore) });
    },

    async error(path, status, message) {
      const shown = siteAt(site, path);
      const { renderFatalError } = await build.render();
      const head = { title: `${wordsIn(shown.language).error} ${status}`, robots: 'noindex' };
      const html = renderFatalError(path, status, errorMessagesIn(shown.language)[status] ?? message);
      const body = renderDocument({ ...about(), site: shown, head, html, react: 'never' });
      return new Response(body, { status, headers: headersFor(htmlType, 'no-store') });
    },

    json(status, body, cacheControl = 'no-store') {
      return new Response(JSON.stringify(body), { status, headers: headersFor(json, cacheControl) });
    },
  };
}

export function toPrivateResponse({ status, headers, body }: Rendered): Response {
  return new Response(body, { status, headers: { ...headers, 'cache-control': privateNoStore } });
}
