import type { PageView } from '../page-view-endpoint.ts';
import { isOwner } from '../session/owners.ts';
import type { ReadVisitor } from '../session/visitor.ts';
import type { SitePageViews } from './open-page-views.ts';

/** Adds to a view whether it is the owner's. Runs in the background. */
export function createViewReceiver(
  pageViews: Pick<SitePageViews, 'receive'>,
  readVisitor: ReadVisitor,
): (view: PageView) => void {
  // An unrecognized user counts as a visitor.
  const isOwners = (view: PageView) => readVisitor(view).then(isOwner, () => false);
  return (view) => {
    const withOwner = view.headers.get('cookie')
      ? isOwners(view).then((owner) => ({ ...view, isOwner: owner }))
      : { ...view, isOwner: false };
    void pageViews.receive(withOwner);
  };
}
