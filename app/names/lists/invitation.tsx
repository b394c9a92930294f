import { lazy, Suspense } from 'react';
import type { NamesState } from '../../../names/view-query.ts';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { WidgetBoundary } from '../../components/widget-boundary.tsx';
import { useUser } from '../../session/use-session.ts';
import type { InvitationState } from './use-invitation.ts';

/** Loaded only for those who have a link: it brings the backend's client. */
const InvitationPart = lazy(() =>
  import('./invitation-panel.tsx').then(({ InvitationPanel: InvitationPart }) => ({
    default: InvitationPart,
  })),
);

/** Above everything else: whoever has come with a link has come for this. */
export function Invitation({ invitation, state }: { invitation: InvitationState; state: NamesState }) {
  const user = useUser();
  const { token, onJoined } = invitation;
  if (token === '') return null;
  return (
    <WidgetBoundary>
      <Suspense fallback={<SkeletonLines lines={['w-2/5', 'w-3/5']} />}>
        <InvitationPart token={token} user={user} state={state} onJoined={onJoined} />
      </Suspense>
    </WidgetBoundary>
  );
}
