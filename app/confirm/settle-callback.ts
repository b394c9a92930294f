import { findWords, toWords } from '../login/words.ts';
import { loadClient, onSessionEvent } from '../session/client.ts';
import { keptSession } from '../session/current-user.ts';
import { advice } from './advice.ts';
import { asksForPassword, type Callback, noSession } from './read-callback.ts';

/** What became of it. */
export type Settled =
  | { name: 'signed-in'; needsPassword: boolean }
  | { name: 'done'; message: string }
  | { name: 'failed'; message: string; advice: string };

export async function settleCallback(callback: Callback): Promise<Settled> {
  switch (callback.kind) {
    case 'error':
      return toFailure(callback);
    case 'message':
      return { name: 'done', message: callback.message };
    case 'session':
      return takeSession(callback.type);
    default:
      // Nothing in the address: somebody who is signed in goes on, anybody else is told.
      return (await keptSession())
        ? { name: 'signed-in', needsPassword: false }
        : { name: 'failed', message: noSession, advice: advice.nothing };
  }
}

/** The client reads the address as it starts. */
async function takeSession(type: string | undefined): Promise<Settled> {
  let needsPassword = asksForPassword({ kind: 'session', ...(type && { type }) });
  const forget = onSessionEvent((event) => {
    if (event === 'PASSWORD_RECOVERY') needsPassword = true;
  });
  try {
    const { auth } = await loadClient();
    const { error } = await auth.initialize();
    if (error) return { name: 'failed', message: toWords(error), advice: advice.link };
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

/** A link that is too old, or was used: by its reader, or by a program that looks at every link. */
export const linkRefused: Settled = {
  name: 'failed',
  message: 'This link is too old, or was used already. Please ask for a new one.',
  advice: advice.link,
};

/** Our own words where the code is known; else those of the service, which are meant for people. */
function toFailure({ code, description }: Extract<Callback, { kind: 'error' }>): Settled {
  if (code === 'otp_expired') return linkRefused;
  const message =
    code === 'access_denied'
      ? 'You did not agree at the provider, so nothing was changed.'
      : (findWords(code) ?? description);
  return { name: 'failed', message, advice: advice.provider };
}
