import type { Page, RouteName } from '../../app/page-data.ts';
import { findPageRoute, listPageRoutes } from '../../app/page-routes.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { prefixOf, siteAt, withoutPrefix } from '../../app/site-language.ts';
import type { Audience } from '../../markdown/files/content-files.ts';
import type { SitePageViews } from '../page-views/open-page-views.ts';
import { toAddress } from './address.ts';
import { completeHead } from './complete-head.ts';
import { findTranslation } from './find-translation.ts';
import type { PageContent } from './page-content.ts';
import { createPageReaders, type PageReadersOptions } from './page-readers.ts';
import { audienceOf } from './read-tree-page.ts';
import { toStructuredData } from './structured-data.ts';

/** A page of the current content. */
export interface FoundPage {
  page: Page;
  status: number;
  eager: boolean;
  /** The canonical path and query of this page; other query parameters do not change it. */
  key: string;
  /** Distinguishes versions of the same path and query, e.g. with a note about the URL; never part of the URL itself. */
  variant?: string;
  /** Whether browsers may keep it for reading without a connection: whatever its query is, or without one only. */
  keep?: 'any' | 'plain';
  /** JSON-LD for the document. */
  structuredData?: string;
}

/** The audience is that of the path unless it is given. */
export type ReadPage = (
  path: string,
  query: URLSearchParams,
  audience?: Audience,
) => Promise<FoundPage | undefined>;

export interface PageReaderOptions extends PageReadersOptions {
  pageViews: Pick<SitePageViews, 'sign' | 'countOf'>;
}

/** Finds the page of a path and completes what its reader has found. */
export function createPageReader(options: PageReaderOptions): ReadPage {
  const { content, site, siteUrl, pageViews } = options;
  const routes = listPageRoutes(site);
  const readers = createPageReaders(options);

  /** What is below a page of the site and none of its own may be a page of the content. */
  async function findContent(path: string, query: URLSearchParams, audience: Audience) {
    const route = findPageRoute(path, routes);
    const isTranslated = findTranslation(content.visiblePages(audience), site, path) !== undefined;
    for (const name of new Set([route.name, 'article'] as const)) {
      const read = (address: string) => readers[name](address, query, audience);
      const found =
        (await read(path)) ?? (isTranslated ? undefined : await readUntranslated(options, path, read));
      if (found) return { found, name, eager: name === route.name && (route.eager ?? false) };
    }
    return undefined;
  }

  return async (path, query, audience = audienceOf(path, site)) => {
    const read = await findContent(path, query, audience);
    if (!read) return undefined;
    const { found, name, eager } = read;
    const key = toAddress(found.path ?? path) + (found.query ?? '');
    const status = found.status ?? 200;
    const head = completeHead(options, path, { canonical: siteUrl + key, ...found.head }, found.data);
    const view = status === 200 && !found.isUncounted ? pageViews.sign(path) : undefined;
    const page: Page = { route: name, head, data: found.data, ...(view !== undefined && { view }) };
    const isOfAll = status === 200 && (!found.isUncounted || name === 'offline');
    const keep = isOfAll && site.offline !== false ? keepOf(page) : undefined;
    const variant = found.variant === undefined ? {} : { variant: found.variant };
    const structuredData = toStructuredData(
      { site: siteAt(site, path), siteUrl, prefix: prefixOf(path, site) },
      page,
    );
    return {
      page,
      status,
      eager,
      key,
      ...variant,
      ...(keep && { keep }),
      ...(structuredData && { structuredData }),
    };
  };
}

/** A page that its language does not have, in that of the site. `read` reads the page at an address. */
async function readUntranslated(
  { site, siteUrl }: { site: SiteConfig; siteUrl: string },
  path: string,
  read: (address: string) => Promise<PageContent<RouteName> | undefined>,
): Promise<PageContent<RouteName> | undefined> {
  const original = withoutPrefix(path, site);
  const found = original === path ? undefined : await read(original);
  if (!found?.data || !('article' in found.data) || !found.data.article) return undefined;
  const untranslated = { path: original, language: site.language };
  const head = { canonical: siteUrl + toAddress(original), ...found.head, robots: 'noindex' };
  return { ...found, data: { ...found.data, untranslated }, head };
}

/** Of no use without a connection, or about one visitor. */
const neverKept: RouteName[] = [
  'login',
  'confirm',
  'oauth-consent',
  'account',
  'stats',
  'admin',
  'search',
  'name-lists',
];
const withQuery: RouteName[] = ['baby-names', 'name', 'offline'];

function keepOf({ route, data }: Page): FoundPage['keep'] {
  if (neverKept.includes(route)) return undefined;
  const isList = data !== null && 'list' in data;
  return isList || withQuery.includes(route) ? 'plain' : 'any';
}
