import type { PageView } from '../receive-page-view.ts';
import { isOwner } from '../session/owners.ts';
import type { ReadVisitor } from '../session/visitor.ts';
import type { SitePageViews } from './open-page-views.ts';

/** Hands a view on with the knowledge whether it is the owner's. Nobody waits for it. */
export function createViewReceiver(
  pageViews: Pick<SitePageViews, 'receive'>,
  readVisitor: ReadVisitor,
): (view: PageView) => void {
  async function receive(view: PageView): Promise<void> {
    // Whoever cannot be recognised is a visitor.
    const owner = view.headers.get('cookie') ? await readVisitor(view).then(isOwner, () => false) : false;
    await pageViews.receive({ ...view, isOwner: owner });
  }
  return (view) => void receive(view);
}
