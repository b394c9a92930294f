import { lazy, Suspense } from 'react';
import type { NamesState } from '../../../names/view-query.ts';
import { PageSection } from '../../components/page-section.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { WidgetBoundary } from '../../components/widget-boundary.tsx';
import { useUser } from '../../session/use-session.ts';
import { useInvitation } from '../lists/use-invitation.ts';
import { LocalList } from './local-list.tsx';

/** Loaded only for those who are signed in or have a link: it brings the backend's client. */
const ListsPart = lazy(() =>
  import('../lists/lists-part.tsx').then(({ ListsPart }) => ({ default: ListsPart })),
);
const InvitationPart = lazy(() =>
  import('../lists/invitation-part.tsx').then(({ InvitationPart }) => ({ default: InvitationPart })),
);

/** The names one likes: in this browser for a visitor, in lists of their own for those who are signed in. */
export function Shortlist({ state }: { state: NamesState }) {
  const user = useUser();
  const invitation = useInvitation();
  const waiting = <SkeletonLines lines={['w-2/5', 'w-3/5', 'w-1/2']} />;
  return (
    <div className="axis needs-script" id="shortlist">
      {invitation.token !== '' && (
        <WidgetBoundary>
          <Suspense fallback={waiting}>
            <InvitationPart token={invitation.token} user={user} onDone={invitation.forget} state={state} />
          </Suspense>
        </WidgetBoundary>
      )}
      <PageSection title="Your shortlist">
        <WidgetBoundary>
          {user === undefined && waiting}
          {user === null && <LocalList state={state} />}
          {user && (
            <Suspense fallback={waiting}>
              <ListsPart key={user.id} user={user} state={state} />
            </Suspense>
          )}
        </WidgetBoundary>
      </PageSection>
    </div>
  );
}
