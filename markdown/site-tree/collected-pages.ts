import type { ArchiveYear, Author, PageList, Series, TagSummary } from '../document.ts';
import { toAddress } from '../files/page-address.ts';
import type { CollectionKind } from './collections.ts';
import { type Paging, toListPage } from './page-list.ts';
import type { SiteFiles } from './site-files.ts';
import type { SiteNode } from './site-map.ts';
import type { SiteView } from './site-view.ts';
import { mostUsed, toTagSlug } from './tags.ts';

export type ListKind = Exclude<CollectionKind, 'folder' | 'series'>;

const ADDRESS = /^\/(tags|authors|archive)\/(.+)$/;

/** Which list is at an address. */
function parseAddress(path: string): { kind: ListKind; name: string } | undefined {
  const [, folder, name = ''] = ADDRESS.exec(toAddress(path) ?? '') ?? [];
  if (folder === 'archive') return { kind: name.includes('/') ? 'month' : 'year', name };
  const slug = toTagSlug(name);
  if (folder === undefined || slug === undefined) return undefined;
  return { kind: folder === 'tags' ? 'tag' : 'author', name: slug };
}

/** The lists of pages that are not folders: tags, authors, series and the archive. */
export interface CollectedPages {
  /** By title. */
  tags(): TagSummary[];
  /** `name` is a part of the address: `winter`, `ada`, `2026`, `2026/11`. Undefined: no page is in it. */
  collection(kind: ListKind, name: string, paging: Paging): PageList | undefined;
  /** The same by its address, e.g. `/tags/winter`. */
  collectionAt(path: string, paging: Paging): { kind: ListKind; list: PageList } | undefined;
  /** Newest first. */
  archive(): ArchiveYear[];
  author(id: string): Author | undefined;
  hasTags(): boolean;
  hasDates(): boolean;
}

export function createCollectedPages(view: () => SiteView, files: () => SiteFiles): CollectedPages {
  const nodesOf = (kind: CollectionKind, name: string) => view().collections().get(kind, name);

  function titleOfTag(slug: string): string {
    const spellings = function* () {
      for (const { page } of nodesOf('tag', slug))
        for (const tag of page?.metadata.tags ?? [])
          if (files().toTag(toTagSlug(tag) ?? '') === slug) yield tag;
    };
    return files().tagFacts(slug).title ?? mostUsed(spellings()) ?? slug;
  }

  function describe(kind: CollectionKind, name: string): Pick<PageList, 'title' | 'path' | 'description'> {
    if (kind === 'tag') {
      const { description } = files().tagFacts(name);
      return {
        title: titleOfTag(name),
        path: `/tags/${name}`,
        ...(description !== undefined && { description }),
      };
    }
    if (kind === 'author') {
      const author = files().author(name);
      const description = author?.description;
      return {
        title: author?.name ?? name,
        path: `/authors/${name}`,
        ...(description !== undefined && { description }),
      };
    }
    return { title: name, path: `/archive/${name}` };
  }

  function collection(kind: ListKind, name: string, paging: Paging): PageList | undefined {
    const wanted = kind === 'tag' ? files().toTag(name) : name;
    const nodes = nodesOf(kind, wanted);
    if (nodes.length === 0) return undefined;
    return { ...describe(kind, wanted), folders: [], ...toListPage(nodes, paging) };
  }

  return {
    tags() {
      const names = view().collections().names('tag');
      const tags = names.map((slug) => ({
        title: titleOfTag(slug),
        path: `/tags/${slug}`,
        count: nodesOf('tag', slug).length,
      }));
      return tags.sort((one, other) => one.title.localeCompare(other.title));
    },
    collection,
    collectionAt(path, paging) {
      const parsed = parseAddress(path);
      const list = parsed && collection(parsed.kind, parsed.name, paging);
      return list && { kind: parsed.kind, list };
    },
    archive() {
      const years = view().collections().names('year').sort().reverse();
      return years.map((year) => ({
        year,
        path: `/archive/${year}`,
        count: nodesOf('year', year).length,
        months: monthsOf(year),
      }));
    },
    author: (id) => files().author(id),
    hasTags: () => view().collections().names('tag').length > 0,
    hasDates: () => view().collections().names('year').length > 0,
  };

  function monthsOf(year: string) {
    return Array.from({ length: 12 }, (_, index) => {
      const month = `${year}/${String(index + 1).padStart(2, '0')}`;
      return { path: `/archive/${month}`, count: nodesOf('month', month).length };
    });
  }
}

/** The series of a page, with all its parts in order. */
export function toSeries(view: SiteView, node: SiteNode): Series | undefined {
  const title = node.page?.metadata.series;
  if (title === undefined) return undefined;
  const parts = view.collections().get('series', toTagSlug(title) ?? title);
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
