import type { Content } from '../../../markdown/open-content.ts';
import type { AdminRoute } from '../admin-route.ts';

export interface ContentRoutesOptions {
  content: Content;
  contentFolder: string;
  dataFolder: string;
}

/** Reading and writing the content folder. */
export function createContentRoutes(_options: ContentRoutesOptions): AdminRoute[] {
  return [];
}
