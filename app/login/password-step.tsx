import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { useBackendSettings } from './backend-settings.ts';
import { callbackAddress } from './callback-address.ts';
import { ChosenAddress } from './chosen-address.tsx';
import { endPreviousSession } from './end-previous-session.ts';
import { rememberLastUsed } from './last-used.ts';
import { needsAddressAndPassword } from './messages.ts';
import { PasswordField } from './password-field.tsx';
import type { GoTo } from './steps.ts';
import { SubmitButton } from './submit-button.tsx';
import { useCall } from './use-call.ts';
import { useCaptcha } from './use-captcha.tsx';

interface PasswordStepProps {
  email: string;
  goTo: GoTo;
  onSignedIn(): Promise<void>;
}

/** The password, or a mailed link or code instead. */
export function PasswordStep({ email, goTo, onSignedIn }: PasswordStepProps) {
  const { password, setPassword, error, check } = usePassword();
  const call = useCall();
  const captcha = useCaptcha();
  const { signUp } = useBackendSettings();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!check(event)) return;
    await call.run(
      async (auth) => {
        await endPreviousSession(auth);
        return auth.signInWithPassword({ email, password, options: await captcha.take() });
      },
      () => {
        rememberLastUsed('email');
        return onSignedIn();
      },
    );
  }

  const sendLink = () =>
    call.run(
      async (auth) => {
        await endPreviousSession(auth);
        const options = { emailRedirectTo: callbackAddress(), ...(await captcha.take()) };
        return auth.signInWithOtp({ email, options });
      },
      () => goTo({ name: 'code', message: { kind: 'sign-in', email } }),
    );

  const recover = () =>
    call.run(
      async (auth) =>
        auth.resetPasswordForEmail(email, { redirectTo: callbackAddress(), ...(await captcha.take()) }),
      () => goTo({ name: 'code', message: { kind: 'recovery', email } }),
    );

  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <ChosenAddress address={email} onChange={() => goTo({ name: 'start' })} />
      <PasswordField autoComplete="current-password" value={password} error={error} onChange={setPassword} />
      {captcha.field}
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>Sign in</SubmitButton>
      <ul className="other-ways">
        <li>
          <button type="button" className="text-button" onClick={sendLink}>
            Send me a link and a code instead
          </button>
        </li>
        <li>
          <button type="button" className="text-button" onClick={recover}>
            I forgot my password
          </button>
        </li>
        {signUp && (
          <li>
            <button type="button" className="text-button" onClick={() => goTo({ name: 'sign-up', email })}>
              Create an account
            </button>
          </li>
        )}
      </ul>
    </form>
  );
}

interface TypedPassword {
  password: string;
  setPassword(typed: string): void;
  /** The error for the field. */
  error: string | undefined;
  /** Whether there is a password to send. Otherwise the field shows the error and receives the focus. */
  check(event: FormEvent<HTMLFormElement>): boolean;
}

/** The password field of a form on the login page. */
function usePassword(): TypedPassword {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();

  function check({ currentTarget: form }: FormEvent<HTMLFormElement>): boolean {
    const isMissing = password === '';
    setError(isMissing ? needsAddressAndPassword : undefined);
    if (isMissing) form.querySelector<HTMLElement>('[name=password]')?.focus();
    return !isMissing;
  }

  return { password, setPassword, error, check };
}
