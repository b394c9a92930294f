import site from '../../site.config.ts';
import { findMessage, toMessage } from '../login/messages.ts';
import { loadClient, onSessionEvent } from '../session/client.ts';
import { readStoredSession } from '../session/current-user.ts';
import { isStartedHere } from '../session/started-flows.ts';
import { advice } from './advice.ts';
import { type CallbackResult, linkRefused } from './callback-result.ts';
import { checkOfferedTokens } from './offered-session.ts';
import { asksForPassword, type Callback, noSession } from './read-callback.ts';

export async function handleCallback(callback: Callback): Promise<CallbackResult> {
  switch (callback.kind) {
    case 'error':
      return toFailure(callback);
    case 'message':
      return { name: 'done', message: callback.message };
    case 'session':
      // With the PKCE flow the client itself refuses a session in the address.
      return site.signIn.flow === 'pkce' || isStartedHere(callback.flow)
        ? takeSession(asksForPassword(callback))
        : checkOfferedTokens(callback.tokens);
    case 'code':
      return takeSession(false);
    default:
      // The address holds no answer: a signed-in user continues, any other visitor sees an error.
      return (await readStoredSession())
        ? { name: 'signed-in', needsPassword: false }
        : { name: 'failed', message: noSession, advice: advice.nothing };
  }
}

/** The client reads the address when it starts. */
async function takeSession(isForPassword: boolean): Promise<CallbackResult> {
  let needsPassword = isForPassword;
  const unsubscribe = onSessionEvent((event) => {
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
      message: 'This link was opened in another browser or was already used. Please start over.',
      advice: advice.link,
    };
  } finally {
    unsubscribe();
  }
}

/** The site's own message where the code is known, otherwise the message of the service, which is meant for people. */
function toFailure({ code, description }: Extract<Callback, { kind: 'error' }>): CallbackResult {
  if (code === 'otp_expired') return linkRefused;
  const message =
    code === 'access_denied'
      ? 'You did not give permission there, so nothing was changed.'
      : (findMessage(code) ?? description);
  return { name: 'failed', message, advice: advice.provider };
}
