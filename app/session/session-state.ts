import type { Session, User } from '@supabase/supabase-js';
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

export interface SessionStore {
  read(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Takes over a session, or null for none. Listeners are called only when the state has changed. */
  set(session: Session | null): void;
}

export function createSessionStore(): SessionStore {
  let state: SessionState = { status: 'unknown' };
  const listeners = new Set<() => void>();

  function next(session: Session | null): SessionState {
    if (!session) return state.status === 'signed-out' ? state : { status: 'signed-out' };
    if (lacksSecondFactor(session))
      return state.status === 'needs-factor' ? state : { status: 'needs-factor' };
    if (state.status !== 'signed-in') return { status: 'signed-in', user: session.user };
    // The user stays the same object while its content does, so that effects that depend on it do not run again.
    return isSame(state.user, session.user) ? state : { status: 'signed-in', user: session.user };
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(session) {
      const before = state;
      state = next(session);
      if (state !== before) for (const listener of listeners) listener();
    },
  };
}

function isSame(one: User, other: User): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
