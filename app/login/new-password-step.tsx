import type { FormEvent } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { needsAddressAndPassword } from './messages.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useCall } from './use-call.ts';
import { useNewPassword } from './use-new-password.ts';

/** After a recovery or an invitation, the user sets a password. */
export function NewPasswordStep({ onDone }: { onDone(): Promise<void> }) {
  const call = useCall();
  const chosen = useNewPassword(call, needsAddressAndPassword);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!chosen.check(event)) return;
    const { password, hear } = chosen;
    await call.run(async (auth) => hear(await auth.updateUser({ password })), onDone);
  }

  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      <p role="status">You are signed in. Please choose a new password now.</p>
      <NewPasswordField label="New password" chosen={chosen} />
      <FaultNotice fault={call.fault} />
      <SubmitButton pending={call.pending}>Save password</SubmitButton>
    </form>
  );
}
