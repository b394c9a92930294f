import { toSafePath } from '../../app/guard/safe-path.ts';
import type { Warn } from '../../app/names/pages/read-names-page.ts';
import { livePagePath } from '../../app/page-version.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import type { PreparedResponse, RequestParts } from '../../backend/http/prepared-response.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { Search } from '../../markdown/search/open-search.ts';
import type { NameSource } from '../../names/name-source.ts';
import { prefersMarkdown } from '../accept.ts';
import type { SiteBuild } from '../build/site-build.ts';
import type { CdnHeaders } from '../cdn/cdn-headers.ts';
import { answerFormat } from '../formats/format-routes.ts';
import type { RenderMailPage } from '../mail-box.ts';
import { openNameSource } from '../names/open-name-source.ts';
import type { SitePageViews } from '../page-views/open-page-views.ts';
import type { PreviewLinks } from '../preview/preview-links.ts';
import { parsePathname } from '../request-target.ts';
import type { PublishedRuns } from '../running/published-runs.ts';
import { createRequestRate } from '../search/request-rate.ts';
import { isQuestion, searchDataPrefix } from '../search/search-paths.ts';
import type { ReadVisitor } from '../session/visitor.ts';
import { toAddress } from './address.ts';
import { answerNames, isNamesPath } from './answer-names.ts';
import { answerNotes, notesPath } from './answer-notes.ts';
import { answerPage, redirectWithoutSlash } from './answer-page.ts';
import { answerPageData, answerPayload } from './answer-payload.ts';
import { answerPreview, previewPrefix } from './answer-preview.ts';
import { answerSearch } from './answer-search.ts';
import type { DocumentBackend } from './document.ts';
import { createFormatContext } from './format-pages.ts';
import { withListPaths } from './list-paths.ts';
import { createLivePages, type LivePageLimits } from './live-pages.ts';
import { createPageCache, type PageCacheFigures } from './page-cache.ts';
import { type PageContext, toPagePath } from './page-context.ts';
import { createPageReader, type PageReaderOptions } from './page-reader.ts';
import { createRenderer } from './render-pages.ts';

/** Pages and their payloads, cached as bytes. */
export interface Pages {
  /** Any GET or HEAD that nothing else answered: pages, `<path>/_payload.json`, `/page.json`, `/search.json`, the 404. */
  fetch(request: Request, address?: string): Promise<Response>;
  /** The same response if its bytes are cached; synchronous. */
  findPrepared(parts: RequestParts): PreparedResponse | undefined;
  /** The page of mails without a configured delivery. */
  renderMail: RenderMailPage;
  /** What an exported site has in one file for many addresses: the layout of those that are like this path. */
  renderShell(path: string): Promise<Response>;
  /** The same for all addresses without a page. */
  renderMissingShell(): Promise<Response>;
  /** The error screen for an unexpected fault, without internals. */
  renderError(request: Request, statusCode: number, message: string): Promise<Response>;
  /** Every page is rendered again. */
  dropAll(): void;
  readCaches(): Record<'pages' | 'search', PageCacheFigures>;
  /** Ends the connections of open pages that follow their files. */
  close(): void;
}

export interface PagesOptions {
  site: SiteConfig;
  siteUrl: string;
  content: Content;
  build: SiteBuild;
  securityHeaders: Record<string, string>;
  readVisitor: ReadVisitor;
  search?: Search;
  isOwned?: PageReaderOptions['isOwned'];
  previews?: PreviewLinks;
  findLinkFaults?: NonNullable<PageContext['findLinkFaults']>;
  names?: NameSource;
  runs?: PublishedRuns;
  warn?: Warn;
  /** The backend's URL and key for the browser. */
  backend: DocumentBackend;
  pageViews: Pick<SitePageViews, 'sign' | 'countOf' | 'onChange'>;
  /** Where an owner's own robots.txt may be. */
  contentFolder?: string;
  /** Where pictures for previews are kept. */
  pictureFolder?: string;
  livePages?: Partial<LivePageLimits>;
  cdn?: CdnHeaders | undefined;
}

const cacheBytes = 48 * 1024 * 1024;
const searchCacheBytes = 2 * 1024 * 1024;
const questionsPerSecond = 20;
const payloadSuffix = '/_payload.json';

export function createPages(options: PagesOptions): Pages {
  const { content, build, pageViews, names = openNameSource(), warn = () => {} } = options;
  // An export asks for each page once.
  const cache = createPageCache(options.backend.isStatic ? 0 : cacheBytes);
  const searchCache = createPageCache(searchCacheBytes);
  const countQuestion = createRequestRate(questionsPerSecond);
  const render = createRenderer(options);
  const hasAdmin = options.backend.hasAdmin ?? true;
  const readAnyPage = createPageReader({ ...options, names, warn, hasAdmin });
  const readPage = options.backend.isStatic ? withListPaths(readAnyPage) : readAnyPage;
  const isDevelopment = build.middleware !== undefined;
  const context: PageContext = {
    ...options,
    names,
    warn,
    cache,
    searchCache,
    render,
    readPage,
    isDevelopment,
    hasAdmin,
  };
  const formats = createFormatContext(context, options);
  const drop = (paths: readonly string[] | 'all') =>
    cache.drop(paths === 'all' ? 'all' : paths.map(toAddress));
  content.onChange(({ pages, paths }) =>
    drop(pages === 'all' || paths === 'all' ? 'all' : [...pages, ...paths]),
  );
  // After the cache is dropped: what a browser then fetches is new.
  const livePages = createLivePages(context, options.livePages);
  options.search?.onRelatedChange(drop);
  pageViews.onChange(drop);
  build.onChange?.(() => {
    cache.drop('all');
    searchCache.drop('all');
  });

  return {
    async fetch(request, address = '') {
      const url = new URL(request.url);
      const { pathname, search } = url;
      const live = pathname === livePagePath ? await livePages.answer(request, url) : undefined;
      if (live) return live;
      if (pathname === notesPath) return answerNotes(context, request, url);
      if (isQuestion(url, options.site)) countQuestion(address);
      const prefix = searchDataPrefix(pathname, options.site);
      if (prefix !== undefined) return answerSearch(context, request, url, prefix);
      if (isNamesPath(pathname)) return answerNames(context, request, url);
      if (pathname === '/page.json') return answerPageData(context, request, url);
      const path = parsePathname(pathname);
      // As a URL, such a path means another host: no redirect or link may lead there.
      if (toSafePath(pathname) === undefined) return render.notFound(pathname + search);
      const preview = path.startsWith(previewPrefix) ? await answerPreview(context, request, url) : undefined;
      if (preview) return preview;
      if (path.endsWith(payloadSuffix))
        return answerPayload(context, request, url, path.slice(0, -payloadSuffix.length) || '/');
      if (path !== '/' && path.endsWith('/')) return redirectWithoutSlash(url);
      const format = await answerFormat(formats, request, toPagePath(path));
      if (format) return format;
      return answerPage(context, request, url, toPagePath(path));
    },
    findPrepared: (parts) => (prefersMarkdown(parts.accept) ? undefined : cache.findPrepared(parts)),
    renderMail: render.mail,
    renderShell: render.shell,
    renderMissingShell: render.missingShell,
    renderError: ({ url }, status, message) => render.error(new URL(url).pathname, status, message),
    dropAll: () => cache.drop('all'),
    readCaches: () => ({ pages: cache.read(), search: searchCache.read() }),
    close: livePages.close,
  };
}
