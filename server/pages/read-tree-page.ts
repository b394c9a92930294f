import { isGuarded } from '../../app/guard/rules.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { prefixOf, withoutPrefix } from '../../app/site-language.ts';
import type { Audience } from '../../markdown/files/content-files.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { Search } from '../../markdown/search/open-search.ts';
import type { Found } from '../../markdown/site-tree/site-view.ts';
import type { SitePageViews } from '../page-views/open-page-views.ts';
import { toAddress } from './address.ts';
import type { PageContent } from './page-content.ts';
import { readCollectionPage } from './read-collection-page.ts';
import { toHead } from './to-head.ts';

export interface TreeOptions {
  content: Content;
  site: SiteConfig;
  siteUrl: string;
  pageViews: Pick<SitePageViews, 'countOf'>;
  search?: Pick<Search, 'related'>;
}

const listSize = 20;

/** An open page is the same for all visitors, so it names no guarded page. */
export function audienceOf(path: string, site: SiteConfig): Audience {
  return isGuarded(path, site) ? 'reader' : 'public';
}

/** An article or a folder of the content folder; `undefined` for a path without either. */
export async function readTreePage(
  options: TreeOptions,
  plainPath: string,
  query: URLSearchParams,
  audience: Audience,
): Promise<PageContent<'article'> | undefined> {
  const { content, site, siteUrl, pageViews } = options;
  // The content decodes its paths. A path that is decoded twice would bypass the guard.
  const path = toAddress(plainPath);
  const own = content.visiblePages(audience);
  // An owner's draft, which a preview link shows to strangers, names no page that they may not know.
  const pages = content.visiblePages(audienceOf(plainPath, site));
  const found = own.find(path);
  const paging = { page: pageNumber(query), size: listSize };
  if (!found || isIntroduction(found, withoutPrefix(path, site))) {
    const intro = found && (await own.readArticle(path));
    return readCollectionPage({ pages, site, siteUrl, paging, intro }, path);
  }
  // A file that cannot be read is named in the log, never to visitors.
  if (found.kind === 'expired' || found.kind === 'problem') return undefined;
  const article = found.kind === 'page' ? await own.readArticle(path) : undefined;
  if (found.kind === 'page' && !article) return undefined;
  const navigation = pages.localNavigation(path);
  const beside = navigation ? { navigation } : {};
  const folder = pages.list(path, paging);
  if (folder) {
    if (folder.page > folder.pageCount) return undefined;
    // Strangers know a folder whose text is a draft by its name only.
    const isDraft = article && found.kind === 'page' && found.state !== undefined;
    const list = isDraft ? { ...folder, title: article.title } : folder;
    const prefix = prefixOf(path, site);
    const isAll = path === `${prefix}/posts`;
    const others = isAll ? { byTag: pages.hasTags(prefix), byMonth: pages.hasDates(prefix) } : {};
    const data = { kind: 'list', list, ...(article && { intro: article }), ...beside, ...others } as const;
    const head = toHead(siteUrl, article, list.title, list.description);
    return list.page > 1 ? { data, head, query: `?page=${list.page}` } : { data, head };
  }
  if (!article) return undefined;
  const neighbours = pages.neighbours(path);
  const series = pages.series(path);
  const authors = pages.authorsOf(path);
  const showViews = article.showViews ?? site.pageViews.showOnArticles;
  const views = showViews ? pageViews.countOf(article.path) : undefined;
  const others = readOthers(options, path, audienceOf(plainPath, site), [
    ...Object.values(neighbours),
    ...(series?.parts ?? []),
  ]);
  const editUrl = toEditUrl(site.editUrl, content.findEditableFile(path));
  return {
    data: {
      kind: 'article',
      article,
      ...beside,
      neighbours,
      ...(series && { series }),
      ...(authors.length > 0 && { authors }),
      ...(views !== undefined && { views }),
      ...others,
      ...(editUrl !== undefined && { editUrl }),
    },
    head: { ...toHead(siteUrl, article, article.title), type: 'article' },
  };
}

/** What an article says of other pages below its text. Also for an owner or a preview: what strangers may know. */
function readOthers(
  { content, search, site }: TreeOptions,
  path: string,
  audience: Audience,
  beside: readonly { path: string }[],
) {
  const backlinks = content.backlinks(path, audience).map(({ title, path }) => ({ title, path }));
  const named = new Set([...beside, ...backlinks].map((page) => page.path));
  const isWanted = (near: string) => !named.has(near) && prefixOf(near, site) === prefixOf(path, site);
  const related = (search?.related(path, { audience, isWanted }) ?? []).map(
    ({ title, path, description, date }) => ({
      title,
      path,
      ...(description !== undefined && { description }),
      ...(date !== undefined && { date }),
    }),
  );
  return { ...(related.length > 0 && { related }), ...(backlinks.length > 0 && { backlinks }) };
}

/** An article at these addresses stands above the list that they show. */
function isIntroduction({ kind }: Found, path: string): boolean {
  return kind === 'page' && (path === '/tags' || path === '/archive');
}

/** `{file}` stands for the path of the file in the content folder. */
function toEditUrl(pattern: string | undefined, file: string | undefined): string | undefined {
  if (pattern === undefined || file === undefined) return undefined;
  return pattern.replaceAll('{file}', () => file.split('/').map(encodeURIComponent).join('/'));
}

function pageNumber(query: URLSearchParams): number {
  if (query.size === 0) return 1;
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}
