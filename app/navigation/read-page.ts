import type { Page } from '../page-data.ts';
import { findPageRoute } from '../page-routes.ts';
import { fetchPage } from '../runtime/payload.ts';
import { isStaticSite } from '../runtime/static-site.ts';

type Place = Pick<URL, 'pathname' | 'search'>;

/**
 * On a static site there are no files for a hundred thousand names, for their filters and for shared lists: those pages are made in the browser. The document
 * of such an address is that of other addresses, too.
 */
export function isMadeInBrowser({ pathname, search }: Place): boolean {
  if (!isStaticSite()) return false;
  const { name } = findPageRoute(pathname);
  if (name === 'baby-names') return search !== '';
  return name === 'name' || (name === 'name-lists' && !pathname.endsWith('/lists'));
}

/** Reads the data of a page. */
export async function readPage(place: Place, signal?: AbortSignal): Promise<Page> {
  if (!isMadeInBrowser(place)) return fetchPage(place, signal);
  const { makePage } = await import('../names/pages/make-page.ts');
  return makePage(place, signal);
}
