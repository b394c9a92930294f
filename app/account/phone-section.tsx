import type { AuthError, SupabaseClient, User } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { PageSection } from '../components/page-section.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { CodeField } from '../login/code-field.tsx';
import { needsCode, notAPhone } from '../login/messages.ts';
import { readPhoneNumber, showPhoneNumber } from '../login/phone-number.ts';
import { ResendButton } from '../login/resend-button.tsx';
import { useCall } from '../login/use-call.ts';
import { UnsentMailNote } from '../mail-page/unsent-mail-note.tsx';
import { createTemporaryClient } from '../session/temporary-client.ts';

/** The phone number for signing in. It becomes active once the code that was sent to it is entered. */
export function PhoneSection({ user }: { user: User }) {
  const [asked, setAsked] = useState<string>();
  const [saved, setSaved] = useState(false);
  return (
    <PageSection title="Phone">
      <div className="account-form">
        {user.phone ? (
          <p>
            Your number is <strong>{showPhoneNumber(user.phone)}</strong>.
          </p>
        ) : (
          <p>None yet. With a number you can sign in by a text message.</p>
        )}
        {asked ? (
          <ConfirmNumber
            number={asked}
            onDone={() => {
              setAsked(undefined);
              setSaved(true);
            }}
            onCancel={() => setAsked(undefined)}
          />
        ) : (
          <NumberForm isFirst={!user.phone} saved={saved} onAsked={setAsked} onSaved={setSaved} />
        )}
      </div>
    </PageSection>
  );
}

interface NumberFormProps {
  isFirst: boolean;
  saved: boolean;
  onAsked(number: string): void;
  onSaved(saved: boolean): void;
}

function NumberForm({ isFirst, saved, onAsked, onSaved }: NumberFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSaved(false);
    const number = readPhoneNumber(text);
    setError(number ? undefined : notAPhone);
    if (!number) return event.currentTarget.querySelector('input')?.focus();
    await call.run(
      (auth) => auth.updateUser({ phone: number }),
      ({ user }) => {
        // A backend without confirmation has saved the number already.
        if (user.phone !== number.replace('+', '')) return onAsked(number);
        setText('');
        onSaved(true);
      },
    );
  }

  return (
    <form className="account-form" method="post" noValidate onSubmit={submit}>
      <TextField
        label={isFirst ? 'Phone number' : 'New number'}
        name="phone"
        type="tel"
        autoComplete="tel"
        value={text}
        error={error}
        hint="With the country’s code. We send a text message with a code."
        onChange={(event) => setText(event.target.value)}
      />
      <FaultNotice fault={call.fault} />
      <SaveButton pending={call.pending} saved={saved}>
        {isFirst ? 'Add number' : 'Change number'}
      </SaveButton>
    </form>
  );
}

interface ConfirmNumberProps {
  number: string;
  onDone(): void;
  onCancel(): void;
}

function ConfirmNumber({ number, onDone, onCancel }: ConfirmNumberProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const call = useCall();
  // A queue of its own, so that resending a message does not wait for the check of a code.
  const again = useCall();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setError(code === '' ? needsCode : undefined);
    if (code === '') return event.currentTarget.querySelector('input')?.focus();
    again.setFault(undefined);
    await call.run((auth) => confirmNumber(auth, number, code), onDone);
  }

  return (
    <form className="account-form" method="post" noValidate onSubmit={submit}>
      <p role="status">
        A text message with a code is on its way to <strong>{showPhoneNumber(number)}</strong>.
      </p>
      <UnsentMailNote />
      <CodeField label="Code from the message" value={code} error={error} onChange={setCode} />
      <FaultNotice fault={call.fault ?? again.fault} />
      <SaveButton pending={call.pending} saved={false}>
        Confirm number
      </SaveButton>
      <p className="save-row">
        <ResendButton
          onResend={() => again.run((auth) => auth.resend({ type: 'phone_change', phone: number }))}
        />
        <button type="button" className="text-button" onClick={onCancel}>
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
