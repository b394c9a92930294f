import { toSlug } from '../files/page-address.ts';
import { isBelowPosts, isListed, type SiteNode } from './site-map.ts';
import { toTagSlug } from './tags.ts';

/** What pages are collected by. `folder` holds every article below it, `year` and `month` those below /posts. */
export type CollectionKind = 'folder' | 'tag' | 'author' | 'series' | 'year' | 'month';

/**
 * Sorted lists of pages. They are kept and not made for each request: a page that is saved is taken out and put in at its new place.
 */
export interface Collections {
  /** Each language has collections of its own; `prefix` names it. */
  get(kind: CollectionKind, prefix: string, name: string): readonly SiteNode[];
  /** The names of one kind that have a page. */
  names(kind: CollectionKind, prefix: string): string[];
  add(node: SiteNode): void;
  remove(node: SiteNode): void;
}

/** `toTag` maps the other spellings of a tag to it. */
export function createCollections(nodes: Iterable<SiteNode>, toTag: (slug: string) => string): Collections {
  const collections = new Map<string, SiteNode[]>();

  for (const node of nodes) {
    node.collections = keysOf(node, toTag);
    for (const key of node.collections) {
      const list = collections.get(key);
      if (list) list.push(node);
      else collections.set(key, [node]);
    }
  }
  for (const [key, list] of collections) list.sort(orderOf(key));

  return {
    get: (kind, prefix, name) => collections.get(`${kind} ${prefix} ${name}`) ?? [],
    names(kind, prefix) {
      const start = `${kind} ${prefix} `;
      return [...collections.keys()].flatMap((key) =>
        key.startsWith(start) ? [key.slice(start.length)] : [],
      );
    },
    add(node) {
      node.collections = keysOf(node, toTag);
      for (const key of node.collections) {
        const list = collections.get(key) ?? [];
        list.splice(findPlace(list, node, orderOf(key)), 0, node);
        collections.set(key, list);
      }
    },
    remove(node) {
      for (const key of node.collections ?? []) {
        const list = collections.get(key);
        const place = list?.indexOf(node) ?? -1;
        if (place >= 0) list?.splice(place, 1);
        if (list?.length === 0) collections.delete(key);
      }
      node.collections = [];
    },
  };
}

/** Takes the key of a collection apart. */
export function parseKey(key: string): { kind: CollectionKind; prefix: string; name: string } {
  const [kind = '', prefix = ''] = key.split(' ', 2);
  return { kind: kind as CollectionKind, prefix, name: key.slice(kind.length + prefix.length + 2) };
}

/** The collections that a page belongs to, as `tag /de winter` and `folder  /posts/notes`. */
function keysOf(node: SiteNode, toTag: (slug: string) => string): string[] {
  if (!isListed(node) || !isArticle(node)) return [];
  const { tags, date, series, authors } = node.page.metadata;
  const { prefix } = node;
  const keys: string[] = [];
  for (let folder = node.parent; folder; folder = folder.parent) {
    if (folder.path !== '/') keys.push(`folder ${prefix} ${folder.path}`);
    // What is in a hidden folder is named by the page of that folder alone.
    if (folder.hidden) return keys;
  }
  const slugs = tags.flatMap((tag) => toTagSlug(tag) ?? []);
  for (const slug of new Set(slugs.map(toTag))) keys.push(`tag ${prefix} ${slug}`);
  for (const author of new Set(authors.map(toSlug))) keys.push(`author ${prefix} ${author}`);
  if (series !== undefined) keys.push(`series ${prefix} ${toTagSlug(series) ?? series}`);
  if (date !== undefined && isBelowPosts(node)) {
    const [year, month] = date.split('-');
    keys.push(`year ${prefix} ${year}`, `month ${prefix} ${year}/${month}`);
  }
  return keys;
}

/** A folder's own page introduces a list; it is an article itself only when it has a date of its own. */
function isArticle(node: SiteNode): boolean {
  return node.children.length === 0 || node.page?.metadata.date !== undefined;
}

type Compare = (one: SiteNode, other: SiteNode) => number;

function orderOf(key: string): Compare {
  return key.startsWith('series ') ? byPart : newestFirst;
}

/** Dated pages, newest first, then the others in reading order. */
const newestFirst: Compare = (one, other) =>
  compare(other.page?.metadata.date ?? '', one.page?.metadata.date ?? '') || inReadingOrder(one, other);

const byPart: Compare = (one, other) =>
  (one.page?.metadata.part ?? Number.POSITIVE_INFINITY) -
    (other.page?.metadata.part ?? Number.POSITIVE_INFINITY) ||
  compare(one.page?.metadata.date ?? '', other.page?.metadata.date ?? '') ||
  inReadingOrder(one, other);

const inReadingOrder: Compare = (one, other) =>
  (one.place ?? Number.MAX_SAFE_INTEGER) - (other.place ?? Number.MAX_SAFE_INTEGER) ||
  compare(one.path, other.path);

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function findPlace(list: readonly SiteNode[], node: SiteNode, order: Compare): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = list[middle];
    if (other && order(other, node) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
