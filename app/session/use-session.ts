import type { Session, User } from '@supabase/supabase-js';
import { useEffect, useSyncExternalStore } from 'react';
import { sessionStore } from './client.ts';
import { settledUser } from './current-user.ts';
import type { SessionState } from './session-state.ts';

const onServer: SessionState = { status: 'unsettled' };

/** The shared state, settled as soon as a page asks for it. On the server, and until the browser knows, it is `unsettled`. */
export function useSessionState(): SessionState {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.read, () => onServer);
  useEffect(() => {
    if (sessionStore.read().status !== 'unsettled') return;
    settledUser().then(
      (user) => user ?? sessionStore.set(null),
      (error: unknown) => console.warn('The session could not be read.', error),
    );
  }, []);
  return state;
}

/** The signed-in user; null for a visitor; undefined while that is not known. */
export function useUser(): User | null | undefined {
  const state = useSessionState();
  if (state.status === 'unsettled') return undefined;
  return state.status === 'signed-in' ? state.user : null;
}

export function useSession(): Session | null | undefined {
  const state = useSessionState();
  if (state.status === 'unsettled') return undefined;
  return state.status === 'signed-in' ? state.session : null;
}
