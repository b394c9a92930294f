import site from '../../site.config.ts';
import { findMessage, toMessage } from '../login/messages.ts';
import { isBegunHere } from '../session/begun-flows.ts';
import { loadClient, onSessionEvent } from '../session/client.ts';
import { readStoredSession } from '../session/current-user.ts';
import { advice } from './advice.ts';
import { type CallbackResult, linkRefused } from './callback-result.ts';
import { considerTokens } from './offered-session.ts';
import { asksForPassword, type Callback, noSession } from './read-callback.ts';

export async function handleCallback(callback: Callback): Promise<CallbackResult> {
  switch (callback.kind) {
    case 'error':
      return toFailure(callback);
    case 'message':
      return { name: 'done', message: callback.message };
    case 'session':
      // Where codes are the rule, the client refuses a session in the address by itself.
      return site.signIn.flow === 'pkce' || isBegunHere(callback.flow)
        ? takeSession(asksForPassword(callback))
        : considerTokens(callback.tokens);
    case 'code':
      return takeSession(false);
    default:
      // Nothing in the address: somebody who is signed in goes on, anybody else is told.
      return (await readStoredSession())
        ? { name: 'signed-in', needsPassword: false }
        : { name: 'failed', message: noSession, advice: advice.nothing };
  }
}

/** The client reads the address as it starts. */
async function takeSession(isForPassword: boolean): Promise<CallbackResult> {
  let needsPassword = isForPassword;
  const forget = onSessionEvent((event) => {
    if (event === 'PASSWORD_RECOVERY') needsPassword = true;
  });
  try {
    const { auth } = await loadClient();
    const { error } = await auth.initialize();
    if (error) return { name: 'failed', message: toMessage(error), advice: advice.link };
    const { data } = await auth.getSession();
    if (data.session) return { name: 'signed-in', needsPassword };
    return {
      name: 'failed',
      message: 'This link was opened in another browser, or used already. Please begin again.',
      advice: advice.link,
    };
  } finally {
    forget();
  }
}

/** Our own words where the code is known; else those of the service, which are meant for people. */
function toFailure({ code, description }: Extract<Callback, { kind: 'error' }>): CallbackResult {
  if (code === 'otp_expired') return linkRefused;
  const message =
    code === 'access_denied'
      ? 'You did not agree at the provider, so nothing was changed.'
      : (findMessage(code) ?? description);
  return { name: 'failed', message, advice: advice.provider };
}
