import { isGuarded } from '../../app/guard/rules.ts';
import type { Warn } from '../../app/names/pages/read-names-page.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import type { Audience } from '../../markdown/files/content-files.ts';
import type { LinkFault } from '../../markdown/links/check-links.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { Search } from '../../markdown/search/open-search.ts';
import type { NameSource } from '../../names/name-source.ts';
import type { CdnHeaders, SharedHeaders } from '../cdn/cdn-headers.ts';
import type { SitePageViews } from '../page-views/open-page-views.ts';
import type { PreviewLinks } from '../preview/preview-links.ts';
import type { PublishedRuns } from '../running/published-runs.ts';
import { isSearchPath } from '../search/search-paths.ts';
import { isOwner } from '../session/owners.ts';
import type { ReadVisitor, Visitor } from '../session/visitor.ts';
import type { PageCache } from './page-cache.ts';
import type { FoundPage, ReadPage } from './page-reader.ts';
import type { PageRenderer } from './render-pages.ts';
import { hasNoData } from './shell-page.ts';

/** What the endpoints of pages share. */
export interface PageContext {
  site: SiteConfig;
  siteUrl: string;
  content: Content;
  names: NameSource;
  warn: Warn;
  /** Undefined: no CDN keeps pages. */
  cdn?: CdnHeaders | undefined;
  /** For addresses of one public run. */
  runs?: PublishedRuns;
  pageViews: Pick<SitePageViews, 'sign'>;
  readVisitor: ReadVisitor;
  previews?: PreviewLinks;
  readPage: ReadPage;
  cache: PageCache;
  search?: Search;
  /** Answers to questions. They are many, and must not displace pages. */
  searchCache: PageCache;
  render: PageRenderer;
  /** What is wrong with the links of a page. */
  findLinkFaults?: (path: string) => Promise<LinkFault[]>;
  /** `npm run dev`. */
  isDevelopment: boolean;
  /** Whether there is an admin area. */
  hasAdmin: boolean;
}

/** Whom a response is made for alone; undefined where it is the same for all. */
export async function readGuardedVisitor(
  { site, readVisitor }: PageContext,
  request: Request,
  path: string,
): Promise<Visitor | undefined> {
  if (isGuarded(path, site)) return readVisitor(request);
  if (!isSearchPath(path, site)) return undefined;
  // Everybody may search, and finds more when signed in.
  const visitor = await readVisitor(request);
  return visitor.state === 'signed-in' ? visitor : undefined;
}

export function audienceOfVisitor(visitor: Visitor | undefined): Audience {
  if (visitor?.state !== 'signed-in') return 'public';
  return isOwner(visitor) ? 'owner' : 'reader';
}

/** Other pages are read for the audience of their path. */
export function searchAudience(
  { site }: PageContext,
  path: string,
  visitor: Visitor | undefined,
): Audience | undefined {
  return isSearchPath(path, site) ? audienceOfVisitor(visitor) : undefined;
}

/** Checked before the page is read, so that a refusal takes the same time whether or not the page exists. */
export function maySee(visitor: Visitor, path: string): boolean {
  if (visitor.state === 'unsettled') return hasNoData(path);
  return visitor.state === 'signed-in';
}

/** The normal form of a path: NFC, without a trailing slash. */
export function toPagePath(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end).normalize('NFC');
}

export function cacheKeyOf({ key, variant = '' }: FoundPage): string {
  return key + variant;
}

/**
 * What a CDN is told about a page that is the same for all. Nothing for one that is made of more than content and program, such as runs:
 * their changes are not announced.
 */
export function sharedHeadersOf({ cdn, site }: PageContext, found: FoundPage): SharedHeaders | undefined {
  if (found.variant !== undefined) return cdn?.notKept;
  const { data } = found.page;
  const article = data !== null && 'article' in data ? data.article : undefined;
  const showsViews = article?.showViews ?? (article !== undefined && site.pageViews.showOnArticles);
  return cdn?.ofPage(decodeURIComponent(found.key.split('?', 1)[0] ?? ''), showsViews);
}

export function askToSignIn({ render }: PageContext): Response {
  return render.json(401, { error: { statusCode: 401, message: 'Please sign in.' } }, 'private, no-store');
}
