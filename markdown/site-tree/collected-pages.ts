import type { ArchiveYear, Author, PageList, Series, TagSummary } from '../document.ts';
import { toAddress } from '../files/page-address.ts';
import type { CollectionKind } from './collections.ts';
import { type Paging, toListPage } from './page-list.ts';
import type { SiteFiles } from './site-files.ts';
import type { SiteNode } from './site-map.ts';
import type { SiteView } from './site-view.ts';
import { mostUsed, toTagSlug } from './tags.ts';

export type ListKind = Exclude<CollectionKind, 'folder' | 'series'>;

const ADDRESS = /^(.*)\/(tags|authors|archive)\/([^/]+(?:\/[^/]+)?)$/;

/** Which list is at an address. */
function parseAddress(path: string): { kind: ListKind; prefix: string; name: string } | undefined {
  const [, prefix = '', folder, name = ''] = ADDRESS.exec(toAddress(path) ?? '') ?? [];
  if (folder === 'archive') return { kind: name.includes('/') ? 'month' : 'year', prefix, name };
  const slug = toTagSlug(name);
  if (folder === undefined || slug === undefined) return undefined;
  return { kind: folder === 'tags' ? 'tag' : 'author', prefix, name: slug };
}

/** The lists of pages that are not folders: tags, authors, series and the archive. `prefix` names a further language: `/de`. */
export interface CollectedPages {
  /** By title. */
  tags(prefix?: string): TagSummary[];
  /** By its address, e.g. `/tags/winter`, `/authors/ada`, `/archive/2026/11`. Undefined: no page is in it. */
  collectionAt(path: string, paging: Paging): { kind: ListKind; list: PageList } | undefined;
  /** Newest first. */
  archive(prefix?: string): ArchiveYear[];
  author(id: string): Author | undefined;
  hasTags(prefix?: string): boolean;
  hasDates(prefix?: string): boolean;
}

export function createCollectedPages(view: () => SiteView, files: () => SiteFiles): CollectedPages {
  const nodesOf = (kind: CollectionKind, prefix: string, name: string) =>
    view().collections().get(kind, prefix, name);
  const namesOf = (kind: CollectionKind, prefix: string) => view().collections().names(kind, prefix);

  function titleOfTag(prefix: string, slug: string): string {
    const spellings = function* () {
      for (const { page } of nodesOf('tag', prefix, slug))
        for (const tag of page?.metadata.tags ?? [])
          if (files().toTag(toTagSlug(tag) ?? '') === slug) yield tag;
    };
    return files().tagFacts(slug).title ?? mostUsed(spellings()) ?? slug;
  }

  type Described = Pick<PageList, 'title' | 'path' | 'description'>;
  function describe(kind: CollectionKind, prefix: string, name: string): Described {
    if (kind === 'tag') {
      const { description } = files().tagFacts(name);
      return {
        title: titleOfTag(prefix, name),
        path: `${prefix}/tags/${name}`,
        ...(description !== undefined && { description }),
      };
    }
    if (kind === 'author') {
      const author = files().author(name);
      const description = author?.description;
      return {
        title: author?.name ?? name,
        path: `${prefix}/authors/${name}`,
        ...(description !== undefined && { description }),
      };
    }
    return { title: name, path: `${prefix}/archive/${name}` };
  }

  return {
    tags(prefix = '') {
      const tags = namesOf('tag', prefix).map((slug) => ({
        title: titleOfTag(prefix, slug),
        path: `${prefix}/tags/${slug}`,
        count: nodesOf('tag', prefix, slug).length,
      }));
      return tags.sort((one, other) => one.title.localeCompare(other.title));
    },
    collectionAt(path, paging) {
      const parsed = parseAddress(path);
      if (!parsed) return undefined;
      const { kind, prefix } = parsed;
      const name = kind === 'tag' ? files().toTag(parsed.name) : parsed.name;
      const nodes = nodesOf(kind, prefix, name);
      if (nodes.length === 0) return undefined;
      return { kind, list: { ...describe(kind, prefix, name), folders: [], ...toListPage(nodes, paging) } };
    },
    archive(prefix = '') {
      const years = namesOf('year', prefix).sort().reverse();
      return years.map((year) => ({
        year,
        path: `${prefix}/archive/${year}`,
        count: nodesOf('year', prefix, year).length,
        months: monthsOf(prefix, year),
      }));
    },
    author: (id) => files().author(id),
    hasTags: (prefix = '') => namesOf('tag', prefix).length > 0,
    hasDates: (prefix = '') => namesOf('year', prefix).length > 0,
  };

  function monthsOf(prefix: string, year: string) {
    return Array.from({ length: 12 }, (_, index) => {
      const month = `${year}/${String(index + 1).padStart(2, '0')}`;
      return { path: `${prefix}/archive/${month}`, count: nodesOf('month', prefix, month).length };
    });
  }
}

/** The series of a page, with all its parts in order. */
export function toSeries(view: SiteView, node: SiteNode): Series | undefined {
  const title = node.page?.metadata.series;
  if (title === undefined) return undefined;
  const parts = view.collections().get('series', node.prefix, toTagSlug(title) ?? title);
  if (parts.length < 2 || !parts.includes(node)) return undefined;
  return {
    title,
    parts: parts.map((part) => ({
      title: part.page?.metadata.title ?? part.title,
      path: part.path,
      ...(part === node && { current: true as const }),
    })),
  };
}
