import { askForToken } from '../../app/runtime/page-view.ts';
import type { SitePageViews } from './open-page-views.ts';

/** For pages that a CDN keeps: they have no token of their own, which would be too old one day, and browsers ask for one. */
export function withoutTokens(pageViews: SitePageViews): SitePageViews {
  return {
    ...pageViews,
    sign(path) {
      const mark = pageViews.mark(path);
      return mark && askForToken + mark;
    },
  };
}
