import { formatDate } from '../../app/format/date.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { prefixOf, siteAt } from '../../app/site-language.ts';
import { wordsIn } from '../../app/words/words.ts';
import type { Article } from '../../markdown/document.ts';
import type { VisiblePages } from '../../markdown/site-tree/visible-pages.ts';
import type { PageContent } from './page-content.ts';
import { toHead } from './to-head.ts';

export interface CollectionOptions {
  pages: VisiblePages;
  site: SiteConfig;
  siteUrl: string;
  paging: { page: number; size: number };
  /** The article at the address. */
  intro: Article | undefined;
}

type Content = PageContent<'article'>;

/**
 * `/tags`, `/tags/<tag>`, `/authors/<author>`, `/archive`, `/archive/<year>`, `/archive/<year>/<month>`; `undefined` where no page is in it. An
 * article at `/tags` or `/archive` is their introduction.
 */
export function readCollectionPage(options: CollectionOptions, path: string): Content | undefined {
  const { pages, site, siteUrl, intro } = options;
  const prefix = prefixOf(path, site);
  const words = wordsIn(siteAt(site, path).language);
  const kind = path.slice(prefix.length);
  if (kind !== '/tags' && kind !== '/archive') return readList(options, path);
  const about = intro ? { intro } : {};
  const tags = kind === '/tags' ? pages.tags(prefix) : [];
  const years = kind === '/archive' ? pages.archive(prefix) : [];
  if (tags.length > 0)
    return { data: { kind: 'tags', tags, ...about }, head: toHead(siteUrl, intro, words.tags) };
  if (years.length > 0)
    return { data: { kind: 'archive', years, ...about }, head: toHead(siteUrl, intro, words.archive) };
  return undefined;
}

const labels = { tag: 'Tag', author: 'Author', year: 'Archive', month: 'Archive' } as const;

function readList({ pages, site, siteUrl, paging }: CollectionOptions, path: string): Content | undefined {
  const found = pages.collectionAt(path, paging);
  if (!found || found.list.page > found.list.pageCount) return undefined;
  const { kind, list } = found;
  const title = kind === 'month' ? formatMonth(list.title, siteAt(site, path).language) : list.title;
  const author =
    kind === 'author' ? pages.author(list.path.slice(list.path.lastIndexOf('/') + 1)) : undefined;
  return {
    data: { kind: 'list', list: { ...list, title }, label: labels[kind], ...(author && { author }) },
    head: toHead(siteUrl, undefined, title, list.description),
    path: list.path,
    ...(list.page > 1 && { query: `?page=${list.page}` }),
  };
}

/** `2026/11` is `November 2026`. */
function formatMonth(name: string, language: string): string {
  return formatDate(Date.parse(`${name.replace('/', '-')}-01`), language, { month: 'long', year: 'numeric' });
}
