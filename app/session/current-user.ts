import type { Session, User } from '@supabase/supabase-js';
import { PageUnavailable } from '../page-unavailable.ts';
import { listLocalStorage } from '../runtime/local-storage.ts';
import { loadClient, sessionStore } from './client.ts';
import { isSessionKey } from './other-tabs.ts';
import { lacksSecondFactor } from './second-factor.ts';
import { createTemporaryClient } from './temporary-client.ts';
import { accessCookie, readCookie, refreshCookie } from './token-cookies.ts';

/**
 * The signed-in user, once it is known. The guard waits for this before it decides. A visitor without any trace of a session is signed out,
 * and needs no client to find out.
 */
export async function resolveUser(): Promise<User | null> {
  return (await resolveSession())?.user ?? null;
}

/** The session of a signed-in user, with the second factor where the account has one. */
export async function resolveSession(): Promise<Session | null> {
  const session = await readStoredSession();
  return session && lacksSecondFactor(session) ? null : session;
}

/** Sets the shared state from the client's session. */
export async function resolveSessionState(): Promise<void> {
  if ((await readStoredSession()) === null) sessionStore.set(null);
}

/** The session that the client has stored, also while it waits for the second factor. */
export async function readStoredSession(): Promise<Session | null> {
  const { status } = sessionStore.read();
  if (status === 'unknown' && !mayBeSignedIn()) return null;
  const { auth } = await loadClient();
  // Waits for the client's own start and for a pending refresh.
  const { data, error } = await withTimeout(auth.getSession());
  if (error?.name === 'AuthRetryableFetchError') throw sessionUnknown(error);
  if (data.session) sessionStore.set(data.session);
  return data.session;
}

/**
 * The user as the server has it now; null without an answer. A session that the server has ended ends here as well, unless another one has
 * taken its place meanwhile: all tabs share one, and the client that asks would remove whichever is stored.
 */
export async function readUserNow(): Promise<User | null> {
  const { auth } = await loadClient();
  const { data: asked } = await auth.getSession();
  if (!asked.session) return null;
  const asking = await createTemporaryClient();
  const { data, error } = await asking.auth.getUser(asked.session.access_token);
  if (error && (error.name === 'AuthSessionMissingError' || error.status === 401 || error.status === 403)) {
    const { data: stored } = await auth.getSession();
    if (stored.session?.access_token === asked.session.access_token) await auth.signOut({ scope: 'local' });
  }
  return data.user;
}

/** The client retries for half a minute when there is no answer; the user should see an error sooner. */
const timeoutMs = 8000;

async function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(sessionUnknown(new Error('No answer in time.'))), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The session may be valid: the caller must neither admit the visitor nor redirect them to the login page. */
function sessionUnknown(cause: Error): PageUnavailable {
  const message =
    'We could not reach the sign-in service. You are still signed in; please try again in a moment.';
  return new PageUnavailable(503, message, { cause });
}

/** Cookies of an earlier page, or a session that the client has stored in this browser. */
export function mayBeSignedIn(): boolean {
  if (readCookie(document.cookie, accessCookie) || readCookie(document.cookie, refreshCookie)) return true;
  return listLocalStorage().some(isSessionKey);
}
