import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { readRedirectTarget } from '../guard/redirect-target.ts';
import { UnsentMailNote } from '../mail-page/unsent-mail-note.tsx';
import { callbackAddress } from './callback-address.ts';
import { ChosenAddress } from './chosen-address.tsx';
import { CodeField } from './code-field.tsx';
import { endPreviousSession } from './end-previous-session.ts';
import { needsCode } from './messages.ts';
import { ResendButton } from './resend-button.tsx';
import type { GoTo, SentCode } from './steps.ts';
import { SubmitButton } from './submit-button.tsx';
import { useCall } from './use-call.ts';
import { useCaptcha } from './use-captcha.tsx';
import { useOtherTab } from './use-other-tab.ts';

interface CodeStepProps {
  message: SentCode;
  goTo: GoTo;
  /** `target`: where to go; the page that the guard remembered if left out. */
  onSignedIn(target?: string): Promise<void>;
}

/** The message is sent: the user opens its link, or enters its code here. Both have the same effect. */
export function CodeStep({ message, goTo, onSignedIn }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();
  // A queue of its own, so that resending a message does not wait for the check of a code.
  const again = useCall();
  // Entering the code needs no captcha; requesting another message does.
  const captcha = useCaptcha({ later: true });
  // Read early: the tab in which the link is opened goes there as well, and clears what was remembered.
  const [target] = useState(readRedirectTarget);
  const isUnfinished = useOtherTab({
    message,
    isBusy: call.pending,
    onSignedIn: () => void onSignedIn(target),
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setError(code === '' ? needsCode : undefined);
    if (code === '') return event.currentTarget.querySelector<HTMLElement>('[name=code]')?.focus();
    again.setFault(undefined);
    await call.run(
      async (auth) => {
        // A user who forgot the password may still be signed in.
        await endPreviousSession(auth);
        return verify(auth, message, code);
      },
      () => (message.kind === 'recovery' ? goTo({ name: 'new-password' }) : onSignedIn()),
    );
  }

  const address = message.kind === 'text' ? message.phone : message.email;
  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <ChosenAddress address={address} onChange={() => goTo({ name: 'start' })} />
      <p role="status">{isUnfinished ? finishElsewhere[message.kind] : explain(message)}</p>
      <UnsentMailNote />
      <CodeField value={code} error={error} onChange={setCode} />
      <FaultNotice fault={call.fault ?? again.fault} />
      <SubmitButton pending={call.pending}>Continue</SubmitButton>
      {captcha.field}
      <ResendButton onResend={() => again.run(async (auth) => resend(auth, message, await captcha.take()))} />
      <OtherDevice message={message} goTo={goTo} />
    </form>
  );
}

const finishThere = 'You opened the link in another tab. Please finish signing in there.';

const finishElsewhere: Record<SentCode['kind'], string> = {
  'sign-in': finishThere,
  confirmation: finishThere,
  text: finishThere,
  recovery: 'You opened the link in another tab. Please choose your new password there.',
};

/** This page cannot know what happens on another device, so it says what to do. */
function OtherDevice({ message, goTo }: Pick<CodeStepProps, 'message' | 'goTo'>) {
  if (message.kind === 'text') return null;
  if (message.kind === 'sign-in')
    return (
      <p className="other-device">
        The link signs you in where you open it. If you read your email on another device, enter the code
        here.
      </p>
    );
  const { kind, email } = message;
  return (
    <p className="other-device">
      {kind === 'confirmation'
        ? 'Opened the link on another device? Then your address is confirmed, and you can '
        : 'Chose a new password on another device? Then you can '}
      <button type="button" className="link-button" onClick={() => goTo({ name: 'password', email })}>
        sign in here with your password
      </button>
      .
    </p>
  );
}

/** The text is the same whether there is an account or not. */
function explain(message: SentCode): string {
  if (message.kind === 'text') return 'We have sent you a text message with a code. Enter it here.';
  const purpose = {
    'sign-in': 'If this address can sign in here, an email is on its way.',
    confirmation: 'An email is on its way to this address. If it already has an account, the email says so.',
    recovery: 'If there is an account with this address, an email is on its way.',
  }[message.kind];
  return `${purpose} Open its link in this browser, or enter its code here.`;
}

function verify(auth: SupabaseClient['auth'], message: SentCode, token: string) {
  if (message.kind === 'text') return auth.verifyOtp({ phone: message.phone, token, type: 'sms' });
  const type = message.kind === 'recovery' ? 'recovery' : 'email';
  return auth.verifyOtp({ email: message.email, token, type });
}

async function resend(
  auth: SupabaseClient['auth'],
  message: SentCode,
  captcha: { captchaToken?: string },
): Promise<{ data: unknown; error: null } | { data: unknown; error: AuthError }> {
  const redirectTo = callbackAddress();
  switch (message.kind) {
    case 'text':
      return auth.signInWithOtp({ phone: message.phone, options: captcha });
    case 'sign-in':
      return auth.signInWithOtp({
        email: message.email,
        options: { emailRedirectTo: redirectTo, ...captcha },
      });
    case 'confirmation':
      return auth.resend({
        type: 'signup',
        email: message.email,
        options: { emailRedirectTo: redirectTo, ...captcha },
      });
    case 'recovery':
      return auth.resetPasswordForEmail(message.email, { redirectTo, ...captcha });
  }
}
