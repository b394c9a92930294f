import type { FormEvent } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useCall } from './use-call.ts';
import { usePassword } from './use-password.ts';

/** After a recovery or an invitation: a password of one's own, at once. */
export function NewPasswordStep({ onDone }: { onDone(): Promise<void> }) {
  const { password, setPassword, error, check } = usePassword();
  const call = useCall();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!check(event)) return;
    await call.run((auth) => auth.updateUser({ password }), onDone);
  }

  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <p role="status">You are signed in. Please choose a new password now.</p>
      <NewPasswordField
        label="New password"
        value={password}
        error={error}
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
