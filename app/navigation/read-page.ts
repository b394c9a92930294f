import type { Page } from '../page-data.ts';
import { findPageRoute } from '../page-routes.ts';
import { isPrerendered } from '../runtime/build-manifest.ts';
import { fetchPage } from '../runtime/payload.ts';
import { isStaticSite } from '../runtime/static-site.ts';

type Place = Pick<URL, 'pathname' | 'search'>;

/**
 * On a static site there are no files for a hundred thousand names, for their filters, for questions, for shared lists and for runs that only
 * some may see: those pages are made in the browser. The document of such an address is that of other addresses, too.
 */
export function isMadeInBrowser({ pathname, search }: Place): boolean {
  if (!isStaticSite()) return false;
  const { name } = findPageRoute(pathname);
  if (name === 'baby-names' || name === 'search') return search !== '';
  return name === 'name' || name === 'run' || (name === 'name-lists' && !pathname.endsWith('/lists'));
}

/** Reads the data of a page. */
export async function readPage(place: Place, signal?: AbortSignal): Promise<Page> {
  if (!isMadeInBrowser(place)) return fetchPage(place, signal);
  const { name } = findPageRoute(place.pathname);
  if (name === 'search') return (await import('../search/make-search-page.ts')).makeSearchPage(place);
  if (await isPrerendered(place)) return fetchPage(place, signal);
  if (name === 'run') return (await import('../running/run/make-run-page.ts')).makeRunPage(place);
  return (await import('../names/pages/make-page.ts')).makePage(place, signal);
}
