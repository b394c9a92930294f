import type { User } from '@supabase/supabase-js';
import { useEffect, useSyncExternalStore } from 'react';
import { nextTask } from '../runtime/next-task.ts';
import { sessionStore } from './client.ts';
import { resolveSessionState } from './current-user.ts';
import type { SessionState } from './session-state.ts';

const onServer: SessionState = { status: 'unsettled' };

/** In a task of its own: what changes by it is drawn at once, and the page has only just been made interactive. */
async function resolveSoon(): Promise<void> {
  await nextTask();
  // Several parts of a page ask; once one has heard that nobody is signed in, asking again would bring the client to say so.
  if (sessionStore.read().status !== 'unsettled') return;
  try {
    await resolveSessionState();
  } catch (error) {
    console.warn('The session could not be read.', error);
  }
}

/** The signed-in user; null for a visitor; undefined on the server, and while that is not known. It is settled as soon as a page asks for it. */
export function useUser(): User | null | undefined {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.read, () => onServer);
  useEffect(() => void resolveSoon(), []);
  if (state.status === 'unsettled') return undefined;
  return state.status === 'signed-in' ? state.user : null;
}
