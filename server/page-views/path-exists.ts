import { pageRoutes } from '../../app/page-routes.ts';
import type { Content } from '../../markdown/open-content.ts';

/** Whether the site has a page at this path (decoded, without a trailing slash). */
export function createPathCheck(content: Pick<Content, 'visiblePages'>): (path: string) => boolean {
  const fixed = new Set(pageRoutes.map((route) => route.path).filter((path) => !path.includes('*')));
  return (path) => {
    if (fixed.has(path)) return true;
    const found = content.visiblePages('reader').find(path);
    return found !== undefined && found.kind !== 'problem';
  };
}
