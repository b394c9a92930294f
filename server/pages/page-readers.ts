import { isAdminPage } from '../../app/admin/admin-paths.ts';
import { readNameListsPage } from '../../app/names/pages/read-lists-page.ts';
import type { Warn } from '../../app/names/pages/read-names-page.ts';
import type { RouteName } from '../../app/page-data.ts';
import { prefixOf, siteAt } from '../../app/site-language.ts';
import { wordsIn } from '../../app/words/words.ts';
import type { Audience } from '../../markdown/files/content-files.ts';
import type { Search } from '../../markdown/search/open-search.ts';
import type { NameSource } from '../../names/name-source.ts';
import type { PublishedRuns } from '../running/published-runs.ts';
import { createReadShownRuns } from '../running/read-shown-runs.ts';
import { readSearchPage } from '../search/read-search-page.ts';
import { toAddress } from './address.ts';
import type { PageContent } from './page-content.ts';
import { readRunPage } from './read-run-page.ts';
import { audienceOf, readTreePage, type TreeOptions } from './read-tree-page.ts';
import { findNameImage } from './shared-head.ts';
import { toHead } from './to-head.ts';

/** One function for each page; it returns undefined for a path without a page. */
export type PageReaders = {
  [Name in RouteName]: (
    path: string,
    query: URLSearchParams,
    audience: Audience,
  ) => Promise<PageContent<Name> | undefined>;
};

export interface PageReadersOptions extends TreeOptions {
  names: NameSource;
  runs?: PublishedRuns;
  warn: Warn;
  search?: Search;
  /** Whether there is an admin area. */
  hasAdmin?: boolean;
  /** Whether the site has an owner who is not in site.config.ts. */
  isOwned?: (() => boolean) | undefined;
}

const latestCount = 6;
const paceDescription =
  'Two of distance, time and pace give the third. With splits for the way, and a fair guess at other distances.';

/** Reads the data of pages from the content. */
export function createPageReaders(options: PageReadersOptions): PageReaders {
  const { content, site, siteUrl, names, warn, search } = options;
  // Sample runs are shown until there is an owner.
  const showsSamples = () => site.owners.length === 0 && !options.isOwned?.();
  const readShownRuns = createReadShownRuns({ ...options, showsSamples });

  async function readIntro(path: string, title: string, audience: Audience, description?: string) {
    const intro = await content.visiblePages(audience).readArticle(path);
    return { data: { ...(intro && { intro }) }, head: toHead(siteUrl, intro, title, description) };
  }

  return {
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
      const { readNamesPage } = await import('../../app/names/pages/read-names-page.ts');
      const { data: found, head: own, ...address } = await readNamesPage(names, query, warn);
      // The article is shown on the plain page only; a visitor who filters or compares did not come to read it.
      const intro = address.query === '' ? data : {};
      return { data: { ...intro, ...found }, head: { ...head, ...own }, ...address };
    },
    async name(path, query, audience) {
      const address = toAddress(path);
      // A page of the content tree, or a redirect, is not hidden by a name.
      if (content.visiblePages(audience).find(address) || content.findRedirect(address)) return undefined;
      const { readNamePage } = await import('../../app/names/pages/read-name-page.ts');
      const found = await readNamePage(names, { path, query, warn });
      return found && { ...found, head: { ...found.head, ...(await findNameImage(options, found)) } };
    },
    'name-lists': async (path) => readNameListsPage(path),
    async running(path, _query, audience) {
      const { data, head } = await readIntro(path, 'Running', audience);
      const { variant, ...shown } = await readShownRuns();
      // A version of its own: the page is another one as soon as there is an owner.
      if (!showsSamples()) return { data: { ...data, ...shown }, head, variant };
      return { data: { ...data, ...shown, samples: true }, head, variant: `${variant} samples` };
    },
    async run(path) {
      const found = await readRunPage(options, path);
      if (!found || !showsSamples()) return found;
      return { ...found, data: { ...found.data, samples: true }, variant: `${found.variant} samples` };
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
    async admin(path) {
      if (!options.hasAdmin || !isAdminPage(path)) return undefined;
      return { data: null, head: { title: 'Admin', robots: 'noindex' }, isUncounted: true };
    },
    async offline(path, _query, audience) {
      if (site.offline === false) return undefined;
      const { readingOffline } = wordsIn(siteAt(site, path).language).offline;
      const { data, head } = await readIntro(path, readingOffline, audience);
      // What an owner has written is a page like any other.
      return data.intro ? { data, head } : { data, head: { ...head, robots: 'noindex' }, isUncounted: true };
    },
    async search(path, query, audience) {
      return readSearchPage(search, query, { audience, prefix: prefixOf(path, site), site });
    },
    article: (path, query, audience) => readTreePage(options, path, query, audience),
  };
}
