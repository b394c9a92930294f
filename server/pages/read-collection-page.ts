import { decodePath } from '../../app/decode-path.ts';
import { formatDate } from '../../app/format/date.ts';
import type { PageDataByRoute } from '../../app/page-data.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { toTagSlug } from '../../markdown/site-tree/tags.ts';
import type { VisiblePages } from '../../markdown/site-tree/visible-pages.ts';
import type { PageContent } from './read-tree-page.ts';
import { toHead } from './to-head.ts';

export interface CollectionOptions {
  pages: VisiblePages;
  site: Pick<SiteConfig, 'language'>;
  siteUrl: string;
  paging: { page: number; size: number };
}

type Data = PageDataByRoute['article'];

const FORM = /^\/(tags|authors|archive)(?:\/(.+))?$/;

type Collection = Parameters<VisiblePages['collection']>[0];

/** The list at an address, which may be percent-encoded; `name` is undefined for `/tags` and `/archive` themselves. */
export function parseCollectionPath(path: string): { kind: Collection; name?: string } | undefined {
  const [, folder, encoded] = FORM.exec(path) ?? [];
  if (folder === undefined) return undefined;
  const name = encoded === undefined ? undefined : decodePath(encoded);
  if (folder === 'archive') return { kind: name?.includes('/') ? 'month' : 'year', ...(name && { name }) };
  const slug = name === undefined ? undefined : toTagSlug(name);
  return { kind: folder === 'tags' ? 'tag' : 'author', ...(slug !== undefined && { name: slug }) };
}

/**
 * `/tags`, `/tags/<tag>`, `/authors/<author>`, `/archive`, `/archive/<year>`, `/archive/<year>/<month>`; `undefined` where no page is in it. An
 * article at `/tags` or `/archive` is their introduction.
 */
export async function readCollectionPage(
  options: CollectionOptions,
  path: string,
): Promise<PageContent<'article'> | undefined> {
  const parsed = parseCollectionPath(path);
  if (!parsed) return undefined;
  const { kind, name } = parsed;
  if (name !== undefined) return readList(options, kind, name);
  const { pages, siteUrl } = options;
  const intro = await pages.readArticle(path);
  const about = intro ? { intro } : {};
  const tags = path === '/tags' ? pages.tags() : [];
  const years = path === '/archive' ? pages.archive() : [];
  if (tags.length > 0)
    return { data: { kind: 'tags', tags, ...about }, head: toHead(siteUrl, intro, 'Tags') };
  if (years.length > 0)
    return { data: { kind: 'archive', years, ...about }, head: toHead(siteUrl, intro, 'Archive') };
  return undefined;
}

const labels = { tag: 'Tag', author: 'Author', year: 'Archive', month: 'Archive' } as const;

function readList(
  { pages, site, siteUrl, paging }: CollectionOptions,
  kind: Collection,
  name: string,
): PageContent<'article'> | undefined {
  const found = pages.collection(kind, name, paging);
  if (!found || found.page > found.pageCount) return undefined;
  const title = kind === 'month' ? formatMonth(name, site.language) : found.title;
  const list = { ...found, title };
  const author = kind === 'author' ? pages.author(name) : undefined;
  const data: Data = {
    kind: 'list',
    list,
    label: labels[kind],
    ...(author && { author }),
  };
  const head = toHead(siteUrl, undefined, title, found.description);
  return { data, head, path: found.path, ...(found.page > 1 && { query: `?page=${found.page}` }) };
}

/** `2026/11` is `November 2026`. */
function formatMonth(name: string, language: string): string {
  return formatDate(Date.parse(`${name.replace('/', '-')}-01`), language, { month: 'long', year: 'numeric' });
}
