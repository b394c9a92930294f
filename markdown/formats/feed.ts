import type { ArticleBody } from '../document.ts';
import type { NamedPage } from '../site-tree/site-view.ts';
import type { VisiblePages } from '../site-tree/visible-pages.ts';
import { toFeedHtml } from './feed-html.ts';

/** What Atom, RSS and JSON Feed are written from. Addresses are absolute. */
export interface Feed {
  title: string;
  description: string;
  language: string;
  /** The page whose articles these are. */
  home: string;
  /** The address of the folder of feeds, without a slash at the end: `https://example.com/posts`. */
  base: string;
  /** The icon of the site. */
  icon: string;
  author: string;
  /** A moment in ISO form. */
  updated: string;
  entries: FeedEntry[];
}

export interface FeedEntry {
  /** The same as long as the page lives, also when it is edited or moved. */
  id: string;
  url: string;
  title: string;
  description?: string;
  published: string;
  updated: string;
  tags: string[];
  /** Names; none for the site itself. */
  authors: string[];
  image?: string;
  html: string;
}

export interface FeedOptions {
  /** Those that strangers may know of. */
  pages: VisiblePages;
  site: { title: string; description: string; language: string };
  siteUrl: string;
  /** The absolute address of a path. */
  toUrl(path: string): string;
}

/** The pages of a feed: all, or those of a folder, a tag or an author. `path` is the page that lists them. */
export interface FeedScope {
  path: string;
  /** Undefined for the whole site. */
  title?: string;
  includes(page: NamedPage): boolean;
}

const MAX_ENTRIES = 30;
/** An empty feed has never changed. */
const NEVER = '1970-01-01';

/** The scope of the feeds at an address; undefined where there are none. `prefix` is that of its language: `/de`, or `''`. */
export function findFeedScope(pages: VisiblePages, path: string, prefix: string): FeedScope | undefined {
  if (path === (prefix || '/'))
    return { path, includes: (page) => page.prefix === prefix && !page.notLatest };
  const list = pages.list(encodeURI(path), { page: 1, size: 1 });
  if (list) return { path, title: list.title, includes: (page) => page.path.startsWith(`${path}/`) };
  const found = pages.collectionAt(encodeURI(path), { page: 1, size: MAX_ENTRIES });
  if (found?.kind !== 'tag' && found?.kind !== 'author') return undefined;
  const members = new Set(found.list.pages.map((page) => page.path));
  return { path: found.list.path, title: found.list.title, includes: (page) => members.has(page.path) };
}

/** The newest articles of a scope, with their text. */
export async function createFeed(options: FeedOptions, scope: FeedScope): Promise<Feed> {
  const { pages, site, toUrl } = options;
  const dated = pages
    .pages()
    .filter((page): page is DatedPage => page.listed && page.date !== undefined && scope.includes(page));
  const entries: FeedEntry[] = [];
  for (const page of takeNewest(dated)) entries.push(...(await toEntry(options, page)));
  const home = toUrl(scope.path);
  return {
    title: scope.title === undefined ? site.title : `${scope.title} · ${site.title}`,
    description: site.description,
    language: site.language,
    home,
    base: home.replace(/\/$/, ''),
    icon: toUrl('/icon.png'),
    author: site.title,
    updated: entries.reduce((latest, { updated }) => (updated > latest ? updated : latest), toMoment(NEVER)),
    entries,
  };
}

type DatedPage = NamedPage & { date: string };

/** Those of the same day stay in their order. Sorting ten thousand pages takes ten times as long. */
function takeNewest(pages: readonly DatedPage[]): DatedPage[] {
  const newest: DatedPage[] = [];
  for (const page of pages) {
    if (newest.length === MAX_ENTRIES && page.date <= (newest.at(-1)?.date ?? '')) continue;
    newest.splice(newest.findLastIndex(({ date }) => date >= page.date) + 1, 0, page);
    if (newest.length > MAX_ENTRIES) newest.pop();
  }
  return newest;
}

/** Nothing for a page that cannot be read at this moment. */
async function toEntry({ pages, siteUrl, toUrl }: FeedOptions, page: DatedPage): Promise<FeedEntry[]> {
  const article = await pages.readArticle(encodeURI(page.path));
  if (!article) return [];
  const url = toUrl(page.path);
  const first = page.metadata.redirectFrom[0] ?? page.path;
  // By RFC 4151: an address that stays the page's name when the page moves.
  const id = `tag:${new URL(siteUrl).hostname},${page.date}:${encodeURI(first)}`;
  const { description } = page;
  return [
    {
      id,
      url,
      title: page.title,
      ...(description !== undefined && { description }),
      published: toMoment(page.date),
      updated: toMoment(page.updated > page.date ? page.updated : page.date),
      tags: page.metadata.tags,
      authors: pages.authorsOf(encodeURI(page.path)).map(({ name }) => name),
      ...(article.image && { image: new URL(article.image.src, siteUrl).href }),
      html: readFeedHtml(page, article.body, url),
    },
  ];
}

/** Most saves change one page of a feed: the text of the others is not written again. */
const written = new WeakMap<NamedPage, { source: string; url: string; html: string }>();

function readFeedHtml(page: NamedPage, body: ArticleBody, url: string): string {
  // What an island shows is not in the HTML.
  if (body.islands.length > 0) return toFeedHtml(body, url);
  const last = written.get(page);
  if (last?.source === body.html && last.url === url) return last.html;
  const html = toFeedHtml(body, url);
  written.set(page, { source: body.html, url, html });
  return html;
}

function toMoment(day: string): string {
  return `${day}T00:00:00Z`;
}
