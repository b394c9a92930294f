import type { AuthError, SupabaseClient, User } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { CodeField } from '../login/code-field.tsx';
import { needsCode, notAPhone } from '../login/messages.ts';
import { readPhoneNumber, showPhoneNumber } from '../login/phone-number.ts';
import { ResendButton } from '../login/resend-button.tsx';
import { useCall } from '../login/use-call.ts';
import { useFocusOnShow } from '../login/use-focus-on-show.ts';
import { UnsentMailNote } from '../mail-page/unsent-mail-note.tsx';
import { createTemporaryClient } from '../session/temporary-client.ts';
import { EditableRow, type RowForm, useRowForm } from './account-row.tsx';

/** The phone number for signing in. It becomes active once the code that was sent to it is entered. */
export function PhoneRow({ user }: { user: User }) {
  const row = useRowForm();
  return (
    <EditableRow
      label="Phone number"
      row={row}
      action={user.phone ? 'Change' : 'Add'}
      form={<PhoneForm onClose={row.close} />}
    >
      {user.phone ? (
        <p>{showPhoneNumber(user.phone)}</p>
      ) : (
        <p className="hint">Not set. With a number you can sign in by text message.</p>
      )}
    </EditableRow>
  );
}

function PhoneForm({ onClose }: { onClose: RowForm['close'] }) {
  const [asked, setAsked] = useState<string>();
  return asked ? (
    <ConfirmNumber number={asked} onClose={onClose} onOther={() => setAsked(undefined)} />
  ) : (
    <NumberForm onAsked={setAsked} onClose={onClose} />
  );
}

interface NumberFormProps {
  onAsked(number: string): void;
  onClose: RowForm['close'];
}

function NumberForm({ onAsked, onClose }: NumberFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();
  // Also when the user comes back to it to correct the number.
  const form = useFocusOnShow<HTMLFormElement>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = readPhoneNumber(text);
    setError(number ? undefined : notAPhone);
    if (!number) return event.currentTarget.querySelector('input')?.focus();
    await call.run(
      (auth) => auth.updateUser({ phone: number }),
      ({ user }) => {
        // A backend without confirmation has saved the number already.
        if (user.phone !== number.replace('+', '')) return onAsked(number);
        onClose('Saved.');
      },
    );
  }

  return (
    <form className="account-form" method="post" noValidate ref={form} onSubmit={submit}>
      <TextField
        label="New number"
        name="phone"
        type="tel"
        autoComplete="tel"
        value={text}
        error={error}
        hint="With the country code, such as +1. We send you a code by text message."
        onChange={(event) => setText(event.target.value)}
      />
      <FaultNotice fault={call.fault} />
      <SaveButton pending={call.pending} onCancel={onClose}>
        Send a code
      </SaveButton>
    </form>
  );
}

interface ConfirmNumberProps {
  number: string;
  onClose: RowForm['close'];
  onOther(): void;
}

function ConfirmNumber({ number, onClose, onOther }: ConfirmNumberProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();
  // A queue of its own, so that resending a message does not wait for the check of a code.
  const again = useCall();
  const form = useFocusOnShow<HTMLFormElement>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setError(code === '' ? needsCode : undefined);
    if (code === '') return event.currentTarget.querySelector('input')?.focus();
    again.setFault(undefined);
    await call.run(
      (auth) => confirmNumber(auth, number, code),
      () => onClose('Saved.'),
    );
  }

  return (
    <form className="account-form" method="post" noValidate ref={form} onSubmit={submit}>
      <p role="status">
        A text message with a code is on its way to <strong>{showPhoneNumber(number)}</strong>.
      </p>
      <UnsentMailNote />
      <CodeField label="Code from the message" value={code} error={error} onChange={setCode} />
      <FaultNotice fault={call.fault ?? again.fault} />
      <SaveButton pending={call.pending} onCancel={onClose}>
        Confirm number
      </SaveButton>
      <p className="save-row">
        <ResendButton
          onResend={() => again.run((auth) => auth.resend({ type: 'phone_change', phone: number }))}
        />
        <button type="button" className="text-button" onClick={onOther}>
          Use another number
        </button>
      </p>
    </form>
  );
}

type Confirmed = { data: unknown; error: null } | { data: unknown; error: AuthError };

/**
 * The service answers a correct code with a new session that has no second factor. A temporary client takes and ends it, so that the
 * current session stays as it is; its refresh brings the new number.
 */
async function confirmNumber(auth: SupabaseClient['auth'], phone: string, token: string): Promise<Confirmed> {
  const temporary = await createTemporaryClient();
  const { error } = await temporary.auth.verifyOtp({ phone, token, type: 'phone_change' });
  if (error) return { data: null, error };
  await temporary.auth.signOut({ scope: 'local' });
  return auth.refreshSession();
}
