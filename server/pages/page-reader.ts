import type { Page, RouteName } from '../../app/page-data.ts';
import { findPageRoute, listPageRoutes } from '../../app/page-routes.ts';
import { prefixOf, siteAt } from '../../app/site-language.ts';
import { wordsIn } from '../../app/words/words.ts';
import type { Audience } from '../../markdown/files/content-files.ts';
import type { Search } from '../../markdown/search/open-search.ts';
import type { NameSource } from '../names/name-source.ts';
import type { Warn } from '../names/read-names-page.ts';
import type { SitePageViews } from '../page-views/open-page-views.ts';
import type { PublishedRuns } from '../running/published-runs.ts';
import { readSearchPage } from '../search/read-search-page.ts';
import { toAddress } from './address.ts';
import { completeHead } from './complete-head.ts';
import type { PageContent } from './page-content.ts';
import { readRunPage } from './read-run-page.ts';
import { audienceOf, readTreePage, type TreeOptions } from './read-tree-page.ts';
import { readUntranslated } from './read-untranslated.ts';
import { findNameImage } from './shared-head.ts';
import { toStructuredData } from './structured-data.ts';
import { toHead } from './to-head.ts';

/** A page of the current content. */
export interface FoundPage {
  page: Page;
  status: number;
  eager: boolean;
  /** The canonical path and query of this page; other query parameters do not change it. */
  key: string;
  /** Distinguishes versions of the same path and query, e.g. with a note about the URL; never part of the URL itself. */
  variant?: string;
  /** JSON-LD for the document. */
  structuredData?: string;
}

/** The audience is that of the path unless it is given. */
export type ReadPage = (
  path: string,
  query: URLSearchParams,
  audience?: Audience,
) => Promise<FoundPage | undefined>;

export interface PageReaderOptions extends TreeOptions {
  names: NameSource;
  pageViews: Pick<SitePageViews, 'sign' | 'countOf'>;
  runs?: PublishedRuns;
  warn: Warn;
  search?: Search;
  /** Whether the site has an owner who is not in site.config.ts. */
  isOwned?: (() => boolean) | undefined;
}

const latestCount = 6;
const paceDescription =
  'Two of distance, time and pace give the third. With splits for the way, and a fair guess at other distances.';

/** Reads the data of pages from the content: one function per page, `undefined` for a path without a page. */
export function createPageReader(options: PageReaderOptions): ReadPage {
  const { content, site, siteUrl, names, pageViews, warn, search } = options;
  const routes = listPageRoutes(site);
  type Readers = {
    [Name in RouteName]: (
      path: string,
      query: URLSearchParams,
      audience: Audience,
    ) => Promise<PageContent<Name> | undefined>;
  };

  const readers: Readers = {
    async index(path, _query, audience) {
      const intro = await content.visiblePages(audience).readArticle(path);
      const pages = content.visiblePages(audienceOf(path, site));
      const { pages: latest, total } = pages.latest(latestCount, prefixOf(path, site));
      return {
        data: { ...(intro && { intro }), latest, total },
        head: toHead(siteUrl, intro, siteAt(site, path).title),
      };
    },
    async about(path, _query, audience) {
      const article = await content.visiblePages(audience).readArticle(path);
      if (!article && prefixOf(path, site) !== '') return undefined;
      return {
        data: { ...(article && { article }) },
        head: toHead(siteUrl, article, wordsIn(site.language).about),
      };
    },
    async 'baby-names'(path, query, audience) {
      const { data, head } = await readIntro(path, 'Baby names', audience);
      const { readNamesPage } = await import('../names/read-names-page.ts');
      const { data: found, head: own, ...address } = await readNamesPage(names, query, warn);
      // The article is shown on the plain page only; a visitor who filters or compares did not come to read it.
      const intro = address.query === '' ? data : {};
      return { data: { ...intro, ...found }, head: { ...head, ...own }, ...address };
    },
    async name(path, query, audience) {
      const address = toAddress(path);
      // A page of the content tree, or a redirect, is not hidden by a name.
      if (content.visiblePages(audience).find(address) || content.findRedirect(address)) return undefined;
      const { readNamePage } = await import('../names/read-name-page.ts');
      const found = await readNamePage(names, { path, query, warn });
      return found && { ...found, head: { ...found.head, ...(await findNameImage(options, found)) } };
    },
    'name-lists': async (path) => (await import('../names/read-name-page.ts')).readNameListsPage(path),
    async running(path, _query, audience) {
      const { data, head } = await readIntro(path, 'Running', audience);
      return markSamples<'running'>({ data, head });
    },
    async run(path) {
      const found = await readRunPage(options, path);
      return found && markSamples<'run'>(found);
    },
    async pace(path, _query, audience) {
      return readIntro(path, 'Pace calculator', audience, paceDescription);
    },
    login: async (_path, query) =>
      query.has('new')
        ? {
            data: null,
            head: { title: 'Create an account', description: `Create an account on ${site.title}.` },
            query: '?new',
          }
        : { data: null, head: { title: 'Sign in', description: `Sign in to ${site.title}.` } },
    confirm: async () => ({ data: null, head: { title: 'Confirm', robots: 'noindex' } }),
    'oauth-consent': async () => ({ data: null, head: { title: 'Allow access', robots: 'noindex' } }),
    account: async () => ({ data: null, head: { title: 'Account', robots: 'noindex' } }),
    stats: async () => ({ data: null, head: { title: 'Page views', robots: 'noindex' } }),
    async search(path, query, audience) {
      return readSearchPage(search, query, { audience, prefix: prefixOf(path, site), site });
    },
    article: (path, query, audience) => readTreePage(options, path, query, audience),
  };

  async function readIntro(path: string, title: string, audience: Audience, description?: string) {
    const intro = await content.visiblePages(audience).readArticle(path);
    return { data: { ...(intro && { intro }) }, head: toHead(siteUrl, intro, title, description) };
  }

  /** Sample runs are shown until there is an owner. A version of its own: the page is another one from then on. */
  function markSamples<Name extends 'running' | 'run'>(found: PageContent<Name>): PageContent<Name> {
    if (site.owners.length > 0 || options.isOwned?.()) return found;
    return { ...found, data: { ...found.data, samples: true }, variant: `${found.variant ?? ''} samples` };
  }

  /** What is below a page of the site and none of its own may be a page of the content. */
  async function findContent(path: string, query: URLSearchParams, audience: Audience) {
    const route = findPageRoute(path, routes);
    for (const name of new Set([route.name, 'article'] as const)) {
      const read = (address: string) => readers[name](address, query, audience);
      const found = (await read(path)) ?? (await readUntranslated(options, path, read));
      if (found) return { found, name, eager: name === route.name && (route.eager ?? false) };
    }
    return undefined;
  }

  return async (path, query, audience = audienceOf(path, site)) => {
    const content = await findContent(path, query, audience);
    if (!content) return undefined;
    const { found, name, eager } = content;
    const key = toAddress(found.path ?? path) + (found.query ?? '');
    const status = found.status ?? 200;
    const head = completeHead(options, path, { canonical: siteUrl + key, ...found.head }, found.data);
    const view = status === 200 && !found.isUncounted ? pageViews.sign(path) : undefined;
    const page: Page = { route: name, head, data: found.data, ...(view !== undefined && { view }) };
    const variant = found.variant === undefined ? {} : { variant: found.variant };
    const structuredData = toStructuredData(
      { site: siteAt(site, path), siteUrl, prefix: prefixOf(path, site) },
      page,
    );
    return { page, status, eager, key, ...variant, ...(structuredData && { structuredData }) };
  };
}
