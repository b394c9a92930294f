import { lazy, Suspense } from 'react';
import type { NamesState } from '../../../names/view-query.ts';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { WidgetBoundary } from '../../components/widget-boundary.tsx';
import { useUser } from '../../session/use-session.ts';
import type { InvitationState } from './use-invitation.ts';

/** Loaded only for visitors with a link, because it needs the backend's client. */
const InvitationPanel = lazy(() =>
  import('./invitation-panel.tsx').then((module) => ({ default: module.InvitationPanel })),
);

/** Shown at the top of the page, because it is what the visitor came for. */
export function Invitation({ invitation, state }: { invitation: InvitationState; state: NamesState }) {
  const user = useUser();
  const { token, onJoined } = invitation;
  if (token === '') return null;
  return (
    <WidgetBoundary>
      <Suspense fallback={<SkeletonLines lines={['w-2/5', 'w-3/5']} />}>
        <InvitationPanel token={token} user={user} state={state} onJoined={onJoined} />
      </Suspense>
    </WidgetBoundary>
  );
}
