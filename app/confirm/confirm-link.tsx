import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { FaultNotice } from '../components/fault-notice.tsx';
import { useCall } from '../login/use-call.ts';
import { endFlow, isStartedHere } from '../session/started-flows.ts';
import { createTemporaryClient } from '../session/temporary-client.ts';
import { type CallbackResult, linkRefused } from './callback-result.ts';
import { toSessionOffer, toTokens } from './offered-session.ts';
import { asksForPassword, type Callback } from './read-callback.ts';

interface ConfirmLinkProps {
  callback: MailLink;
  onResult(result: CallbackResult): void;
}

const signIn = { question: 'One more click and you are signed in.', button: 'Sign in' };

const texts: Record<string, { question: string; button: string }> = {
  signup: {
    question: 'Confirm that this is your address to finish setting up your account.',
    button: 'Confirm my address',
  },
  invite: { question: 'You are invited. Accept to set up your account.', button: 'Accept the invitation' },
  magiclink: signIn,
  recovery: { question: 'You can choose a new password next.', button: 'Continue' },
  email_change: {
    question: 'Confirm the change to use your new address.',
    button: 'Confirm the change',
  },
  email: signIn,
};

/** In a browser that did not request the link, the next step names the account before the visitor is signed in. */
const fromElsewhere = {
  question:
    'This link was requested in another browser or on another device. First check whose account it opens.',
  button: 'Continue',
};

/** Mail scanners open every link, but press no buttons. */
export function ConfirmLink({ callback, onResult }: ConfirmLinkProps) {
  const call = useCall();
  const text = texts[callback.type] ?? fromElsewhere;
  const { question, button } = text === signIn && !isStartedHere(callback.flow) ? fromElsewhere : text;

  const confirm = () => call.run((auth) => followLink(auth, callback), onResult);

  return (
    <div className="login-form">
      <p className="standfirst">{question}</p>
      <FaultNotice fault={call.fault} />
      <button type="button" className="button" aria-disabled={call.pending || undefined} onClick={confirm}>
        {call.pending ? 'One moment …' : button}
      </button>
    </div>
  );
}

type MailLink = Extract<Callback, { kind: 'link' }>;

type Used = { data: CallbackResult; error: null } | { data: null; error: AuthError };

/**
 * Uses the link of a mail. In the browser that requested it, the session is taken at once; in any other browser a temporary client opens
 * it, so that the visitor is asked first. A link that is refused is final: another attempt would not help.
 */
async function followLink(auth: SupabaseClient['auth'], link: MailLink): Promise<Used> {
  const isOurs = isStartedHere(link.flow);
  const client = isOurs ? auth : (await createTemporaryClient()).auth;
  const { data, error } = await client.verifyOtp({ token_hash: link.tokenHash, type: link.type });
  if (error?.code === 'otp_expired') return { data: linkRefused, error: null };
  if (error) return { data: null, error };
  endFlow(link.flow);
  const { session } = data;
  if (!session) return { data: { name: 'done', message: halfDone }, error: null };
  if (isOurs) return { data: { name: 'signed-in', needsPassword: asksForPassword(link) }, error: null };
  const result = await toSessionOffer(toTokens(session, link.type), session.user, link.target);
  if (result.name === 'signed-in' && !result.needsPassword) {
    // The current session is refreshed to get the change; the session of the link is not needed.
    await client.signOut({ scope: 'local' });
    await auth.refreshSession();
  }
  return { data: result, error: null };
}

const halfDone =
  'Done. Now open the link in the email to your other address, too. Then the change takes effect.';
