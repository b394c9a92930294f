import type { PageView } from '../receive-page-view.ts';
import { isOwner } from '../session/owners.ts';
import type { ReadVisitor } from '../session/visitor.ts';
import type { SitePageViews } from './open-page-views.ts';

/** Hands a view on with the knowledge whether it is the owner's. Nobody waits for it. */
export function createViewReceiver(
  pageViews: Pick<SitePageViews, 'receive'>,
  readVisitor: ReadVisitor,
): (view: PageView) => void {
  // Whoever cannot be recognised is a visitor.
  const isOwners = (view: PageView) => readVisitor(view).then(isOwner, () => false);
  return (view) => {
    const withOwner = view.headers.get('cookie')
      ? isOwners(view).then((owner) => ({ ...view, isOwner: owner }))
      : { ...view, isOwner: false };
    void pageViews.receive(withOwner);
  };
}
