import type { User } from '@supabase/supabase-js';
import { useEffect, useSyncExternalStore } from 'react';
import { nextTask } from '../runtime/next-task.ts';
import { sessionStore } from './client.ts';
import { resolveSessionState } from './current-user.ts';
import { unknownSession } from './session-state.ts';

/** In a task of its own: its change is rendered at once, and the page has only just been hydrated. */
async function resolveSoon(): Promise<void> {
  await nextTask();
  // Several components call this; once the visitor is known to be signed out, reading again would load the client for nothing.
  if (sessionStore.read().status !== 'unknown') return;
  try {
    await resolveSessionState();
  } catch (error) {
    console.warn('The session could not be read.', error);
  }
}

/** The signed-in user; null for a visitor; undefined on the server, and while it is not known. It is read as soon as a component uses this hook. */
export function useUser(): User | null | undefined {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.read, () => unknownSession);
  useEffect(() => void resolveSoon(), []);
  if (state.status === 'unknown') return undefined;
  return state.status === 'signed-in' ? state.user : null;
}
