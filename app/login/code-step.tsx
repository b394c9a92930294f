import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
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

interface CodeStepProps {
  message: SentCode;
  goTo: GoTo;
  onSignedIn(): Promise<void>;
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
      <p role="status">{explain(message)}</p>
      <UnsentMailNote />
      <CodeField value={code} error={error} onChange={setCode} />
      <FaultNotice fault={call.fault ?? again.fault} />
      <SubmitButton pending={call.pending}>Continue</SubmitButton>
      {captcha.field}
      <ResendButton onResend={() => again.run(async (auth) => resend(auth, message, await captcha.take()))} />
    </form>
  );
}

/** The text is the same whether there is an account or not. */
function explain(message: SentCode): string {
  if (message.kind === 'text') return 'We have sent you a text message with a code. Enter it here.';
  const purpose = {
    'sign-in': 'If this address can sign in here, a mail is on its way.',
    confirmation: 'A mail is on its way to this address. If it has an account already, the mail says so.',
    recovery: 'If there is an account with this address, a mail is on its way.',
  }[message.kind];
  return `${purpose} Open its link, or enter its code here.`;
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
