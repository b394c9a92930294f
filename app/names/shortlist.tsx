import { lazy, Suspense } from 'react';
import type { NamesState } from '../../names/view-query.ts';
import { PageSection } from '../components/page-section.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { useUser } from '../session/use-session.ts';
import type { InvitationState } from './lists/use-invitation.ts';
import { shortlistId } from './names-address.ts';
import { LocalList } from './shortlist/local-list.tsx';

/** Loaded only for signed-in users, because it needs the backend's client. */
const ListsPanel = lazy(() =>
  import('./lists/lists-panel.tsx').then((module) => ({ default: module.ListsPanel })),
);

/** The shortlist: in this browser for a visitor, in lists for a signed-in user. */
export function Shortlist({ state, invitation }: { state: NamesState; invitation: InvitationState }) {
  const user = useUser();
  const waiting = <SkeletonLines lines={['w-2/5', 'w-3/5', 'w-1/2']} />;
  return (
    <div className="axis needs-script" id={shortlistId}>
      <PageSection title="Your shortlist">
        <WidgetBoundary>
          {user === undefined && waiting}
          {user === null && <LocalList state={state} />}
          {user && (
            <Suspense fallback={waiting}>
              {/* Remounted for another user, and after joining a list. */}
              <ListsPanel
                key={`${user.id} ${invitation.joined}`}
                user={user}
                state={state}
                isInvited={invitation.token !== ''}
              />
            </Suspense>
          )}
        </WidgetBoundary>
      </PageSection>
    </div>
  );
}
