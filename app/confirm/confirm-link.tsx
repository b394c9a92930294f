import { FaultNotice } from '../components/fault-notice.tsx';
import { useCall } from '../login/use-call.ts';
import { isStartedHere } from '../session/started-flows.ts';
import type { CallbackResult } from './callback-result.ts';
import { followLink, type MailLink } from './follow-link.ts';

interface ConfirmLinkProps {
  callback: MailLink;
  onResult(result: CallbackResult): void;
}

const signIn = { question: 'One more click and you are in.', button: 'Sign in' };

const texts: Record<string, { question: string; button: string }> = {
  signup: {
    question: 'Is this your address? Then confirm it to finish your account.',
    button: 'Confirm my address',
  },
  invite: { question: 'You are invited. Accept to set up your account.', button: 'Accept the invitation' },
  magiclink: signIn,
  recovery: { question: 'You can choose a new password next.', button: 'Go on' },
  email_change: { question: 'Confirm that your account may use this address.', button: 'Confirm the change' },
  email: signIn,
};

/** In a browser that did not request the link, the next step names the account before the visitor is signed in. */
const fromElsewhere = {
  question: 'This link was not asked for in this browser. See first whose account it opens.',
  button: 'Go on',
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
