import { isGuarded } from '../../app/guard/rules.ts';
import type { Head, Page, PageDataByRoute, RouteName } from '../../app/page-data.ts';
import { pageRoutes } from '../../app/page-routes.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import type { Article, PageList } from '../../markdown/document.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { NameSource } from '../names/name-source.ts';
import type { Warn } from '../names/read-names-page.ts';
import type { SitePageViews } from '../page-views/open-page-views.ts';
import { toAddress } from './address.ts';

/** A page of the current content. */
export interface FoundPage {
  page: Page;
  status: number;
  eager: boolean;
  /** The canonical path and query of this page; other query parameters do not change it. */
  key: string;
  /** Distinguishes versions of the same path and query, e.g. with a note about the URL; never part of the URL itself. */
  variant?: string;
}

export type ReadPage = (path: string, query: URLSearchParams) => Promise<FoundPage | undefined>;

export interface PageReaderOptions {
  content: Content;
  site: SiteConfig;
  siteUrl: string;
  names: NameSource;
  pageViews: Pick<SitePageViews, 'sign' | 'countOf'>;
  warn: Warn;
}

const latestCount = 6;
const listSize = 20;

/** Reads the data of pages from the content: one function per page, `undefined` for a path without a page. */
export function createPageReader(options: PageReaderOptions): ReadPage {
  const { content, site, siteUrl, names, pageViews, warn } = options;
  type Found<Name extends RouteName> =
    | { data: PageDataByRoute[Name]; head: Head; status?: number; query?: string; variant?: string }
    | undefined;
  type Readers = { [Name in RouteName]: (path: string, query: URLSearchParams) => Promise<Found<Name>> };

  const readers: Readers = {
    async index(path) {
      const intro = await content.readArticle('/');
      const { pages: latest, total } = listingsFor(path).latest(latestCount);
      return {
        data: { ...(intro && { intro }), latest, total },
        head: headOf(intro, site.title),
      };
    },
    async about() {
      const article = await content.readArticle('/about');
      return { data: { ...(article && { article }) }, head: headOf(article, 'About') };
    },
    async 'baby-names'(_path, query) {
      const { data, head } = await readIntro('/baby-names', 'Baby names');
      const { readNamesPage } = await import('../names/read-names-page.ts');
      const { data: found, head: own, ...address } = await readNamesPage(names, query, warn);
      // The article is shown on the plain page only; a visitor who looks at a name or filters did not come to read it.
      const intro = address.query === '' ? data : {};
      return { data: { ...intro, ...found }, head: { ...head, ...own }, ...address };
    },
    async running() {
      const { data, head } = await readIntro('/running', 'Running');
      return { data: { ...data, ...(site.owners.length === 0 && { samples: true as const }) }, head };
    },
    login: async () => ({ data: null, head: { title: 'Sign in', description: `Sign in to ${site.title}.` } }),
    confirm: async () => ({ data: null, head: { title: 'Confirm', robots: 'noindex' } }),
    'oauth-consent': async () => ({ data: null, head: { title: 'Allow access', robots: 'noindex' } }),
    account: async () => ({ data: null, head: { title: 'Account', robots: 'noindex' } }),
    stats: async () => ({ data: null, head: { title: 'Page views', robots: 'noindex' } }),
    article: readFromTree,
  };

  /** An open page is the same for all visitors, so it names no guarded page. */
  function listingsFor(path: string) {
    return isGuarded(path, site.signIn) ? content : content.publicListings;
  }

  async function readIntro(path: string, title: string) {
    const intro = await content.readArticle(path);
    return { data: { ...(intro && { intro }) }, head: headOf(intro, title) };
  }

  async function readFromTree(plainPath: string, query: URLSearchParams): Promise<Found<'article'>> {
    // The content decodes its paths. A path that is decoded twice would bypass the guard.
    const path = toAddress(plainPath);
    const found = content.find(path);
    if (!found) return undefined;
    if (found.kind === 'problem') {
      const { title, problem } = found;
      return { data: { kind: 'problem', title, problem }, head: { title, robots: 'noindex' }, status: 500 };
    }
    const article = found.kind === 'page' ? await content.readArticle(path) : undefined;
    // Reading the whole file can reveal an error that its frontmatter did not.
    if (found.kind === 'page' && !article)
      return content.find(path)?.kind === 'problem' ? readFromTree(plainPath, query) : undefined;
    const listings = listingsFor(plainPath);
    const navigation = listings.localNavigation(path);
    const beside = navigation ? { navigation } : {};
    const paging = { page: pageNumber(query), size: listSize };
    const list = listings.list(path, paging) ?? withoutPages(content.list(path, paging));
    if (list) {
      if (list.page > list.pageCount) return undefined;
      const data = { kind: 'list', list, ...(article && { intro: article }), ...beside } as const;
      const head = headOf(article, list.title, list.description);
      return list.page > 1 ? { data, head, query: `?page=${list.page}` } : { data, head };
    }
    if (!article) return undefined;
    const neighbours = listings.neighbours(path);
    const showViews = article.showViews ?? site.pageViews.showOnArticles;
    const views = showViews ? pageViews.countOf(article.path) : undefined;
    return {
      data: { kind: 'article', article, ...beside, neighbours, ...(views !== undefined && { views }) },
      head: { ...headOf(article, article.title), type: 'article' },
    };
  }

  function headOf(article: Article | undefined, title: string, description?: string): Head {
    const image = article?.image;
    const words = article?.head.description ?? article?.description ?? description;
    const robots = article?.head.robots;
    return {
      title: article?.head.title ?? article?.title ?? title,
      ...(words !== undefined && { description: words }),
      ...(robots !== undefined && { robots }),
      ...(image && { image: { ...image, src: new URL(image.src, siteUrl).href } }),
      ...(article?.date !== undefined && { published: article.date, modified: article.updated }),
    };
  }

  return async (path, query) => {
    const route = findPageRoute(path);
    if (!route) return undefined;
    const found = await readers[route.name](path, query);
    if (!found) return undefined;
    const key = toAddress(path) + (found.query ?? '');
    const head = { canonical: siteUrl + key, ...found.head };
    const status = found.status ?? 200;
    const view = status === 200 ? pageViews.sign(path) : undefined;
    const page: Page = { route: route.name, head, data: found.data, ...(view !== undefined && { view }) };
    const variant = found.variant === undefined ? {} : { variant: found.variant };
    return { page, status, eager: route.eager ?? false, key, ...variant };
  };
}

export function findPageRoute(path: string) {
  return pageRoutes.find((candidate) => matchesRoute(candidate.path, path));
}

/** An open folder whose pages are all guarded. */
function withoutPages(list: PageList | undefined): PageList | undefined {
  return list && { ...list, folders: [], pages: [], pageCount: 1, total: 0 };
}

function matchesRoute(pattern: string, path: string): boolean {
  if (pattern === '*') return true;
  if (!pattern.endsWith('/*')) return pattern === path;
  const folder = pattern.slice(0, -2);
  return path === folder || path.startsWith(`${folder}/`);
}

function pageNumber(query: URLSearchParams): number {
  if (query.size === 0) return 1;
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}
