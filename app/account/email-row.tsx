import type { User } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { callbackAddress } from '../login/callback-address.ts';
import { useCall } from '../login/use-call.ts';
import { UnsentMailNote } from '../mail-page/unsent-mail-note.tsx';
import { loadClient } from '../session/client.ts';
import { useAccountCall } from './account-call.ts';
import { EditableRow, type RowForm, useRowForm } from './account-row.tsx';

/** The new address becomes active once it is confirmed; a backend with double confirmation also asks at the old one. */
export function EmailRow({ user }: { user: User }) {
  const row = useRowForm();
  return (
    <EditableRow
      label="Email address"
      row={row}
      action={user.email ? 'Change' : 'Add'}
      form={<EmailForm email={user.email ?? ''} onClose={row.close} />}
    >
      <p>{user.email || <span className="hint">Not set</span>}</p>
      {user.new_email && <WaitingChange to={user.new_email} from={user.email ?? ''} onClose={row.close} />}
    </EditableRow>
  );
}

interface WaitingChangeProps {
  to: string;
  from: string;
  onClose: RowForm['close'];
}

function WaitingChange({ to, from, onClose }: WaitingChangeProps) {
  const call = useAccountCall();
  const withdraw = () =>
    call.run('withdraw_my_email_change', {}, async () => {
      const { auth } = await loadClient();
      // Brings the user without the change.
      await auth.refreshSession();
      onClose(`Your address stays ${from || 'as it is'}.`);
    });
  return (
    <div className="notice account-waiting">
      <p>
        Waiting for confirmation at <strong>{to}</strong>.
      </p>
      <p>
        Open the link in the email to that address
        {from && (
          <>
            , and the one in the email to <strong>{from}</strong>
          </>
        )}
        . Nothing changes until then.
      </p>
      <UnsentMailNote />
      <FaultNotice fault={call.fault} />
      <button type="button" className="choice" aria-disabled={call.pending || undefined} onClick={withdraw}>
        Withdraw this change
      </button>
    </div>
  );
}

function EmailForm({ email, onClose }: { email: string; onClose: RowForm['close'] }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = typed.trim().toLowerCase();
    const wrong = findFault(address, email);
    setError(wrong);
    if (wrong) return event.currentTarget.querySelector('input')?.focus();
    await call.run(
      (auth) => auth.updateUser({ email: address }, { emailRedirectTo: callbackAddress() }),
      // A backend without confirmation has saved the address already.
      ({ user }) => onClose(user.email === address ? 'Saved.' : 'An email is on its way.'),
    );
  }

  return (
    <form className="account-form" method="post" noValidate onSubmit={submit}>
      <TextField
        label="New address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        value={typed}
        error={error}
        hint="We will send it an email to make sure it is yours."
        onChange={(event) => setTyped(event.target.value)}
      />
      <FaultNotice fault={call.fault} />
      <SaveButton pending={call.pending} onCancel={onClose}>
        Change address
      </SaveButton>
    </form>
  );
}

function findFault(address: string, current: string): string | undefined {
  if (address === '') return 'Please enter the new address.';
  return address === current ? 'This is your address already.' : undefined;
}
