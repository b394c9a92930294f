import type { ReactNode } from 'react';
import { formatDateTime } from '../format/date-time.ts';
import { describeDevice } from './describe-device.ts';

interface ListedSession {
  user_agent: string | null;
  last_used_at: string;
  ip: string | null;
  is_current: boolean;
}

/** A session in a list: the device, when it was last used, and what can be done with it. */
export function SessionItem({ session, children }: { session: ListedSession; children: ReactNode }) {
  const { user_agent, last_used_at, ip, is_current } = session;
  return (
    <li>
      <span>
        {describeDevice(user_agent)}
        <span className="hint block">
          {is_current ? 'This browser' : `Last used ${formatDateTime(last_used_at)}`}
          {ip && `, from ${ip}`}
        </span>
      </span>
      {children}
    </li>
  );
}

export function EndSessionButton({ session, onEnd }: { session: ListedSession; onEnd(): void }) {
  return (
    <button type="button" className="choice" onClick={onEnd}>
      End<span className="sr-only"> session: {describeDevice(session.user_agent)}</span>
    </button>
  );
}
