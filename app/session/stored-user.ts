import type { User } from '@supabase/supabase-js';
import { listLocalStorage, readLocalStorage } from '../runtime/local-storage.ts';
import { sessionStore } from './client.ts';
import { isSessionKey } from './other-tabs.ts';

/** The signed-in user, as far as this page knows without loading the client: from its state, or from the session that is stored. */
export function readStoredUser(): User | undefined {
  const state = sessionStore.read();
  if (state.status === 'signed-in') return state.user;
  if (state.status !== 'unknown') return undefined;
  try {
    const key = listLocalStorage().find(isSessionKey);
    return JSON.parse((key && readLocalStorage(key)) || '{}').user;
  } catch {
    return undefined;
  }
}
