/** Sitemaps by the protocol of sitemaps.org, with Google's extension for pictures. */
import type { NamedPage } from '../site-tree/site-view.ts';
import type { VisiblePages } from '../site-tree/visible-pages.ts';
import { element, XML_START } from './xml.ts';

export interface SitemapEntry {
  path: string;
  /** ISO day; undefined for a list, which changes with the pages in it. */
  updated?: string;
  /** Absolute addresses. */
  pictures?: string[];
}

/** More addresses than this are divided among several files. */
const MAX_ADDRESSES = 10_000;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const PICTURES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** Pages that search engines may show, and the folders above them. `fixed` are addresses that are there without a file. */
export function listAddresses(pages: VisiblePages, fixed: readonly string[]): SitemapEntry[] {
  const entries = new Map<string, SitemapEntry>(fixed.map((path) => [path, { path }]));
  const left = new Set<string>();
  for (const page of pages.pages()) {
    if (isIndexed(page)) entries.set(page.path, { path: page.path, updated: page.updated });
    else left.add(page.path);
    for (const folder of foldersAbove(page.path))
      if (!entries.has(folder) && pages.find(folder)?.kind === 'folder')
        entries.set(folder, { path: folder });
  }
  return [...entries.values()].filter(({ path }) => !left.has(path));
}

/** False for a page that asks to be left out, or whose text belongs to another address. */
export function isIndexed({ metadata }: NamedPage): boolean {
  const { robots = '' } = metadata.head;
  return !/\b(?:noindex|none)\b/i.test(robots) && metadata.canonical === undefined;
}

/** Of `/posts/notes/a`: `/posts/notes` and `/posts`. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
}

/** The number of files that hold the addresses: with 1, the sitemap is no index. */
export function countSitemaps(addresses: number): number {
  return addresses <= MAX_ADDRESSES ? 1 : Math.max(2, Math.round(addresses / MAX_ADDRESSES));
}

/** The addresses of one file, from 1. An address is in the same file whatever other addresses there are. */
export function sitemapPart(entries: SitemapEntry[], number: number, count: number): SitemapEntry[] {
  return count === 1 ? entries : entries.filter(({ path }) => hashOf(path) % count === number - 1);
}

/** FNV-1a: stable, and even enough to divide addresses. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function writeSitemap(entries: SitemapEntry[], toUrl: (path: string) => string): string {
  const urls = entries.map(({ path, updated, pictures = [] }) => {
    const images = pictures.map((src) => `<image:image>${element('image:loc', src)}</image:image>`);
    return `<url>${element('loc', toUrl(path))}${element('lastmod', updated)}${images.join('')}</url>`;
  });
  return [`${XML_START}<urlset ${NAMESPACE} ${PICTURES}>`, ...urls, '</urlset>\n'].join('\n');
}

export function writeSitemapIndex(
  entries: SitemapEntry[],
  count: number,
  toUrl: (path: string) => string,
): string {
  const latest = new Array<string | undefined>(count);
  for (const { path, updated } of entries) {
    const part = hashOf(path) % count;
    const known = latest[part];
    if (updated !== undefined && (known === undefined || updated > known)) latest[part] = updated;
  }
  const files = Array.from(latest, (updated, part) => {
    const address = toUrl(`/sitemap-${part + 1}.xml`);
    return `<sitemap>${element('loc', address)}${element('lastmod', updated)}</sitemap>`;
  });
  return [`${XML_START}<sitemapindex ${NAMESPACE}>`, ...files, '</sitemapindex>\n'].join('\n');
}
