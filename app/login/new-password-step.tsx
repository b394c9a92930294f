import { type FormEvent, useState } from 'react';
import { FaultNotice } from './fault-notice.tsx';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useCall } from './use-call.ts';
import { needsAddressAndPassword } from './words.ts';

/** After a recovery or an invitation: a password of one's own, at once. */
export function NewPasswordStep({ onDone }: { onDone(): Promise<void> }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setError(password === '' ? needsAddressAndPassword : undefined);
    if (password === '') return event.currentTarget.querySelector<HTMLElement>('[name=password]')?.focus();
    await call.run((auth) => auth.updateUser({ password }), onDone);
  }

  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <p role="status">You are signed in. Please choose a new password now.</p>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={password}
        error={error}
        hint={<StrengthMeter password={password} />}
        onChange={(typed) => {
          setPassword(typed);
          // What was said of the last one is not true of this one.
          call.setFault(undefined);
        }}
      />
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>Save password</SubmitButton>
    </form>
  );
}
