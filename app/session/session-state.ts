import type { Session, User } from '@supabase/supabase-js';
import { createStore, type Store } from '../runtime/store.ts';
import { lacksSecondFactor } from './second-factor.ts';

/**
 * The state of the visitor's session. `unknown`: not read yet, or being read. `needs-factor`: the client has a session, which the second
 * factor has to complete.
 */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'signed-out' }
  | { status: 'needs-factor' }
  | { status: 'signed-in'; user: User };

export interface SessionStore extends Pick<Store<SessionState>, 'read' | 'subscribe'> {
  /** Takes over a session, or null for none. Listeners are called only when the state has changed. */
  set(session: Session | null): void;
}

/** One object for the server and for the browser's beginning: with two of them React would render the page again after hydration. */
export const unknownSession: SessionState = { status: 'unknown' };

export function createSessionStore(): SessionStore {
  const { read, subscribe, set } = createStore(unknownSession);

  function next(session: Session | null): SessionState {
    const state = read();
    if (!session) return state.status === 'signed-out' ? state : { status: 'signed-out' };
    if (lacksSecondFactor(session))
      return state.status === 'needs-factor' ? state : { status: 'needs-factor' };
    if (state.status !== 'signed-in') return { status: 'signed-in', user: session.user };
    // The user stays the same object while its content does, so that effects that depend on it do not run again.
    return isSame(state.user, session.user) ? state : { status: 'signed-in', user: session.user };
  }

  return { read, subscribe, set: (session) => set(next(session)) };
}

function isSame(one: User, other: User): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
