/** The official client: created once, loaded only when a page needs it, and the only owner of the session. */
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import site from '../../site.config.ts';
import type { Database } from '../../supabase/database.types.ts';
import { readBackendAddress } from './backend-address.ts';
import { isOwner } from './owner.ts';
import { markOwnersBrowser } from './owners-browser.ts';
import { lacksSecondFactor } from './second-factor.ts';
import { createSessionStore } from './session-state.ts';
import type { SiteClient } from './site-client.ts';
import { endFlow, flowParameter } from './started-flows.ts';
import { clearTokenCookies, writeTokenCookies } from './token-cookies.ts';

export const sessionStore = createSessionStore();

let loading: Promise<SiteClient> | undefined;
const listeners = new Set<(event: AuthChangeEvent) => void>();

/** A failure is not cached: the next call tries again. */
export function loadClient(): Promise<SiteClient> {
  loading ??= createOnce().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Adds a listener for the client's events; a client that is not created yet sends none. */
export function onSessionEvent(listener: (event: AuthChangeEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function createOnce(): Promise<SiteClient> {
  const { createClient } = await import('@supabase/supabase-js');
  const { url, key } = readBackendAddress();
  const client = createClient<Database>(url, key, {
    auth: {
      flowType: site.signIn.flow,
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: (at, { access_token }) => Boolean(access_token) && mayTakeSession(at),
      experimental: { recoveryCodes: true },
    },
  });
  client.auth.onAuthStateChange((event, session) => handleEvent(client.auth, event, session));
  return client;
}

/**
 * Tokens in the address are accepted on the callback page, and only for a flow that this browser began: otherwise a link of an attacker
 * would sign the visitor in to the attacker's account. With `pkce` the client itself refuses them.
 */
function mayTakeSession(at: URL): boolean {
  if (at.pathname !== site.signIn.callback) return false;
  return site.signIn.flow === 'pkce' || endFlow(at.searchParams.get(flowParameter));
}

type Auth = SiteClient['auth'];

function handleEvent(auth: Auth, event: AuthChangeEvent, session: Session | null): void {
  if (event === 'SIGNED_OUT') forget();
  else if (isTooLate(event)) void auth.signOut({ scope: 'local' });
  else if (session && lacksSecondFactor(session)) waitForFactor(session);
  else if (session) remember(session);
  else if (event === 'INITIAL_SESSION') void forgetUnlessStored(auth);
  for (const listener of listeners) listener(event);
}

/**
 * These events belong to an existing session. If the user has signed out meanwhile, a slow answer has just restored the session, and it has
 * to be removed again.
 */
function isTooLate(event: AuthChangeEvent): boolean {
  const goesOn = event === 'USER_UPDATED' || event === 'MFA_CHALLENGE_VERIFIED';
  return goesOn && sessionStore.read().status === 'signed-out';
}

/** No user is signed in, whatever old cookies say; unless the client has a session that it could not renew, and will try again. */
async function forgetUnlessStored(auth: Auth): Promise<void> {
  const { data, error } = await auth.getSession();
  if (!data.session && !error) forget();
}

/** Every event with a session has its tokens; writing unchanged ones only renews their eight hours. */
function remember(session: Session): void {
  setCookies(writeTokenCookies(session, isSecure()));
  document.documentElement.dataset.signedIn = '';
  if (isOwner(session.user)) markOwnersBrowser();
  sessionStore.set(session);
}

/** The client keeps the session until the second factor completes it; only then are the server and the header updated. */
function waitForFactor(session: Session): void {
  clearTraces();
  sessionStore.set(session);
}

function forget(): void {
  clearTraces();
  sessionStore.set(null);
}

function clearTraces(): void {
  setCookies(clearTokenCookies(isSecure()));
  delete document.documentElement.dataset.signedIn;
}

function setCookies(cookies: string[]): void {
  for (const cookie of cookies) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet.
    document.cookie = cookie;
  }
}

function isSecure(): boolean {
  return location.protocol === 'https:';
}
