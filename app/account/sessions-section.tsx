import { useEffect, useRef, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';
import { useCall } from '../login/use-call.ts';
import { useAccountCall } from './account-call.ts';
import { followSessions, type SessionRow } from './follow-sessions.ts';
import { EndSessionButton, SessionItem } from './session-item.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Lists the sessions of the account, as they come and go, and ends this one, another one or all others. */
export function SessionsSection({ user }: { user: string }) {
  const [sessions, setSessions] = useState<SessionRow[]>();
  const list = useAccountCall();
  const call = useCall();
  const leaving = useSignOut();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is shown.
  useEffect(() => {
    list.run('my_sessions', {}, setSessions);
  }, []);
  useEffect(() => followSessions(user, setSessions), [user]);
  const changedCount = useChanged(sessions?.length);

  const end = ({ id }: SessionRow) =>
    list.run('end_my_session', { session: id }, () =>
      setSessions((now) => now?.filter((session) => session.id !== id)),
    );
  const leaveOthers = () =>
    call.run(
      async (auth) => ({ data: null, ...(await auth.signOut({ scope: 'others' })) }),
      () => setSessions((now) => now?.filter(({ is_current }) => is_current)),
    );

  return (
    <div className="account-row">
      <div className="account-value account-full">
        {!sessions && !list.fault && <SkeletonLines lines={['w-4/5', 'w-3/5']} />}
        <ul className="account-list">
          {sessions?.map((session) => (
            <SessionItem key={session.id} session={session}>
              {session.is_current ? (
                <button type="button" className="choice" onClick={() => leaving.signOut('local')}>
                  Sign out here
                </button>
              ) : (
                <EndSessionButton session={session} onEnd={() => end(session)} />
              )}
            </SessionItem>
          ))}
        </ul>
        <p className="sr-only" role="status">
          {changedCount !== undefined && (changedCount === 1 ? 'One session' : `${changedCount} sessions`)}
        </p>
        <FaultNotice fault={list.fault ?? call.fault ?? leaving.fault} />
        {sessions && sessions.length > 1 && (
          <button type="button" className="choice" onClick={leaveOthers}>
            Sign out everywhere else
          </button>
        )}
      </div>
    </div>
  );
}

/** The value once it differs from the first known one: what is there from the start is not announced. */
function useChanged(value: number | undefined): number | undefined {
  const first = useRef(value);
  first.current ??= value;
  const [changed, setChanged] = useState<number>();
  useEffect(() => {
    if (value !== first.current || changed !== undefined) setChanged(value);
  }, [value, changed]);
  return changed;
}
