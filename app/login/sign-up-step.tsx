import type { FormEvent } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { callbackAddress } from './callback-address.ts';
import { ChosenAddress } from './chosen-address.tsx';
import { endPreviousSession } from './end-previous-session.ts';
import { rememberLastUsed } from './last-used.ts';
import { needsAddressAndPassword } from './messages.ts';
import { NewPasswordField } from './new-password-field.tsx';
import type { GoTo } from './steps.ts';
import { SubmitButton } from './submit-button.tsx';
import { useCall } from './use-call.ts';
import { useCaptcha } from './use-captcha.tsx';
import { useNewPassword } from './use-new-password.ts';

interface SignUpStepProps {
  email: string;
  goTo: GoTo;
  onSignedIn(): Promise<void>;
}

/** Creates an account. For an address that has an account the page looks the same: only the mail says so. */
export function SignUpStep({ email, goTo, onSignedIn }: SignUpStepProps) {
  const call = useCall();
  const chosen = useNewPassword(call, needsAddressAndPassword);
  const { password } = chosen;
  const captcha = useCaptcha();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!chosen.check(event)) return;
    await call.run(
      async (auth) => {
        await endPreviousSession(auth);
        const options = { emailRedirectTo: callbackAddress(), ...(await captcha.take()) };
        return chosen.hear(await auth.signUp({ email, password, options }));
      },
      ({ session }) => {
        rememberLastUsed('email');
        if (session) return onSignedIn();
        goTo({ name: 'code', message: { kind: 'confirmation', email } });
      },
    );
  }

  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <ChosenAddress address={email} onChange={() => goTo({ name: 'start' })} />
      <NewPasswordField label="Choose a password" chosen={chosen} />
      {captcha.field}
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>Create account</SubmitButton>
      <ul className="other-ways">
        <li>
          <button type="button" className="text-button" onClick={() => goTo({ name: 'password', email })}>
            I already have an account
          </button>
        </li>
      </ul>
    </form>
  );
}
