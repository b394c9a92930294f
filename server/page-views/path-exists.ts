import { isNamePath, listsPath } from '../../app/names/names-address.ts';
import { pageRoutes } from '../../app/page-routes.ts';
import { findRunId } from '../../app/running/run/run-address.ts';
import { withoutPrefix } from '../../app/site-language.ts';
import type { Content } from '../../markdown/open-content.ts';
import site from '../../site.config.ts';

/** Whether the site has a page at this path (decoded, without a trailing slash). */
export function createPathCheck(content: Pick<Content, 'visiblePages'>): (path: string) => boolean {
  const fixed = new Set(pageRoutes.map((route) => route.path).filter((path) => !path.includes('*')));
  for (const path of ['/tags', '/archive', listsPath]) fixed.add(path);

  function exists(path: string): boolean {
    // The page of a name that is not listed has no token, nor has that of a run that strangers do not see.
    if (fixed.has(path) || isNamePath(path) || findRunId(path) !== undefined) return true;
    const pages = content.visiblePages('reader');
    const found = pages.find(path);
    if (found) return found.kind === 'page' || found.kind === 'folder';
    return pages.collectionAt(path, { page: 1, size: 1 }) !== undefined;
  }

  // A page without a translation is shown in the language of the site.
  return (path) => exists(path) || exists(withoutPrefix(path, site));
}
