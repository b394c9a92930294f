import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { FaultNotice } from '../components/fault-notice.tsx';
import { useCall } from '../login/use-call.ts';
import { asksForPassword, type Callback } from './read-callback.ts';
import { linkRefused, type Settled } from './settle-callback.ts';

interface ConfirmLinkProps {
  callback: Extract<Callback, { kind: 'link' }>;
  onSettled(settled: Settled): void;
}

const words: Record<string, { question: string; button: string }> = {
  signup: {
    question: 'Is this your address? Then confirm it to finish your account.',
    button: 'Confirm my address',
  },
  invite: { question: 'You are invited. Accept to set up your account.', button: 'Accept the invitation' },
  magiclink: { question: 'One more click and you are in.', button: 'Sign in' },
  recovery: { question: 'You can choose a new password next.', button: 'Go on' },
  email_change: { question: 'Confirm that your account may use this address.', button: 'Confirm the change' },
  email: { question: 'One more click and you are in.', button: 'Sign in' },
};

/** Programs that look at every link in a mail press no buttons. */
export function ConfirmLink({ callback, onSettled }: ConfirmLinkProps) {
  const call = useCall();
  const { question, button } = words[callback.type] ?? { question: '', button: 'Go on' };

  const confirm = () => call.run((auth) => followLink(auth, callback), onSettled);

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

const halfDone =
  'Done. Please open the link in the mail to your other address as well; then the change counts.';

type Used = { data: Settled; error: null } | { data: null; error: AuthError };

/** A link that is refused is an end too: pressing again would not help. */
async function followLink(
  auth: SupabaseClient['auth'],
  callback: ConfirmLinkProps['callback'],
): Promise<Used> {
  const { data, error } = await auth.verifyOtp({ token_hash: callback.tokenHash, type: callback.type });
  if (error?.code === 'otp_expired') return { data: linkRefused, error: null };
  if (error) return { data: null, error };
  const needsPassword = asksForPassword(callback);
  return {
    data: data.session ? { name: 'signed-in', needsPassword } : { name: 'done', message: halfDone },
    error: null,
  };
}
