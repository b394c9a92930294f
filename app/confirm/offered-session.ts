import type { Session, User } from '@supabase/supabase-js';
import site from '../../site.config.ts';
import { endPreviousSession } from '../login/end-previous-session.ts';
import { toMessage } from '../login/messages.ts';
import { showPhoneNumber } from '../login/phone-number.ts';
import { fetchJson } from '../runtime/fetch-json.ts';
import { readBackendAddress } from '../session/backend-address.ts';
import { loadClient } from '../session/client.ts';
import { resolveUser } from '../session/current-user.ts';
import { flowParameter, startFlow } from '../session/started-flows.ts';
import { advice } from './advice.ts';
import { type CallbackResult, linkRefused, type Offer } from './callback-result.ts';
import { setsPassword } from './read-callback.ts';

type Account = Pick<User, 'id' | 'email' | 'phone'>;

/** Handles a session in the address that this browser did not request: the server is asked whose it is, whatever the address says. */
export async function checkOfferedTokens(tokens: URLSearchParams): Promise<CallbackResult> {
  try {
    const { url, ...options } = toRequest(tokens);
    const { status, body } = await fetchJson(`${url}/user`, options);
    if (status >= 500) return unreachable;
    return status === 200 && isAccount(body) ? await toSessionOffer(tokens, body) : linkRefused;
  } catch (error) {
    console.warn('The account of this session could not be read.', error);
    return unreachable;
  }
}

/** No question is needed where the visitor is already signed in to the same account. */
export async function toSessionOffer(
  tokens: URLSearchParams,
  owner: Account,
  target?: string,
): Promise<CallbackResult> {
  const here = await resolveUser();
  const current = here ? describe(here) : undefined;
  const offer: Offer = { tokens, target, account: describe(owner), current };
  if (here?.id !== owner.id) return { name: 'question', offer };
  // A new password is set with the session that the link has opened for it.
  if (setsPassword(tokens.get('type') ?? undefined)) return acceptSession(offer);
  return { name: 'signed-in', needsPassword: false };
}

/** The session in the form that an address has. */
export function toTokens(session: Session, type: string): URLSearchParams {
  return new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: String(session.expires_in),
    ...(session.expires_at !== undefined && { expires_at: String(session.expires_at) }),
    token_type: session.token_type,
    type,
  });
}

export async function acceptOffer(offer: Offer): Promise<CallbackResult> {
  const { auth } = await loadClient();
  await endPreviousSession(auth);
  return acceptSession(offer);
}

/** Ends the session that the visitor declined. A failure of the call changes nothing here. */
export async function declineOffer({ tokens }: Offer): Promise<void> {
  const { url, ...options } = toRequest(tokens);
  await fetchJson(`${url}/logout?scope=local`, { ...options, method: 'POST' }).catch((error: unknown) =>
    console.warn('The session that was not wanted could not be ended.', error),
  );
}

/**
 * Reloads the callback page with the session in its address, now marked as requested, so that the client takes it like every other. With the
 * PKCE flow the client takes none from an address, so the session is set directly.
 */
async function acceptSession({ tokens, target }: Offer): Promise<CallbackResult> {
  if (site.signIn.flow === 'pkce') return setSession(tokens);
  const query = new URLSearchParams({
    [flowParameter]: startFlow(),
    ...(target && { redirect_to: location.origin + target }),
  });
  location.replace(`${site.signIn.callback}?${query}#${tokens}`);
  return new Promise(() => {});
}

async function setSession(tokens: URLSearchParams): Promise<CallbackResult> {
  const { auth } = await loadClient();
  const { error } = await auth.setSession({
    access_token: tokens.get('access_token') ?? '',
    refresh_token: tokens.get('refresh_token') ?? '',
  });
  if (error) return { name: 'failed', message: toMessage(error), advice: advice.link };
  return { name: 'signed-in', needsPassword: setsPassword(tokens.get('type') ?? undefined) };
}

function toRequest(tokens: URLSearchParams) {
  const { url, key } = readBackendAddress();
  return {
    url: `${url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${tokens.get('access_token')}` },
  };
}

/** Only verified attributes: a display name can be chosen to look like another person's address. */
function describe({ email, phone }: Account): string {
  return email || (phone && showPhoneNumber(phone)) || 'an account without an email address';
}

function isAccount(body: unknown): body is Account {
  return typeof Object(body).id === 'string';
}

const unreachable: CallbackResult = {
  name: 'failed',
  message: 'The sign-in service could not be reached. Please check your connection and reload this page.',
  advice: advice.provider,
};
