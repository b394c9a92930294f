/** The pages that this browser keeps for reading without a connection. Shared by the service worker and the pages. */

/** The HTML of pages, by path. */
export const pagesCache = 'offline-pages-1';
/** What they need: payloads, scripts, styles, fonts and pictures. */
export const filesCache = 'offline-files-1';

/** Headers that a kept page has beside its own. */
export const keptAtHeader = 'x-kept-at';
export const filesHeader = 'x-kept-files';
export const buildHeader = 'x-kept-build';

/** Shown in place of a page that was never read; each language has its own. */
export const offlinePath = '/offline';

export function isOfflinePage(path: string): boolean {
  return path === offlinePath || /^\/[a-z-]+\/offline$/.test(path);
}

/** What a page sends to the worker: the path, and the scripts of its build that it has loaded. */
export interface KeepMessage {
  keep: string;
  build: string;
  files: string[];
}

export interface KeptPage {
  path: string;
  title: string;
  /** ISO: when it was read. */
  at: string;
}

/** The newest first, without the page that lists them. */
export async function listKeptPages(): Promise<KeptPage[]> {
  const cache = await caches.open(pagesCache);
  const pages: KeptPage[] = [];
  for (const { url } of await cache.keys()) {
    const response = await cache.match(url);
    const path = new URL(url).pathname;
    if (!response || isOfflinePage(path)) continue;
    const { title } = new DOMParser().parseFromString(await response.text(), 'text/html');
    pages.push({ path, title, at: response.headers.get(keptAtHeader) ?? '' });
  }
  return pages.sort((a, b) => b.at.localeCompare(a.at));
}

export async function removeKeptPages(): Promise<void> {
  await Promise.all([caches.delete(pagesCache), caches.delete(filesCache)]);
}
