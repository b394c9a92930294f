import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { PageSection } from '../components/page-section.tsx';
import { CodeField } from '../login/code-field.tsx';
import { NewPasswordField } from '../login/new-password-field.tsx';
import { useCall } from '../login/use-call.ts';
import { SaveButton } from './save-button.tsx';

/** A new password. When the backend wants to be sure, it sends a code, which is asked for here. */
export function PasswordSection({ account }: { account: string }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksForCode, setAsksForCode] = useState(false);
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<string>();
  const call = useCall();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSaved(false);
    setError(password === '' ? 'Please enter the new password.' : undefined);
    if (password === '') return;
    await call.run(
      (auth) => changePassword(auth, password, code),
      ({ wantsCode }) => {
        setAsksForCode(wantsCode);
        setSaved(!wantsCode);
        if (wantsCode) return;
        setPassword('');
        setCode('');
      },
    );
  }

  return (
    <PageSection title="Password">
      <form className="account-form" method="post" noValidate onSubmit={submit}>
        <input
          className="unseen"
          name="username"
          autoComplete="username"
          value={account}
          tabIndex={-1}
          aria-hidden="true"
          readOnly
        />
        <NewPasswordField
          label="New password"
          value={password}
          error={error}
          onChange={(typed) => {
            setPassword(typed);
            setSaved(false);
            call.setFault(undefined);
          }}
        />
        {asksForCode && (
          <CodeField
            label="Code from the mail"
            hint="We have sent you a code, to be sure that it is you."
            value={code}
            onChange={setCode}
          />
        )}
        <FaultNotice fault={call.fault} />
        <SaveButton pending={call.pending} saved={saved}>
          Change password
        </SaveButton>
        <p className="hint">All your other sessions end when the password changes.</p>
      </form>
    </PageSection>
  );
}

type Changed = { data: { wantsCode: boolean }; error: null } | { data: null; error: AuthError };

async function changePassword(
  auth: SupabaseClient['auth'],
  password: string,
  nonce: string,
): Promise<Changed> {
  const { error } = await auth.updateUser({ password, ...(nonce && { nonce }) });
  if (!error) return { data: { wantsCode: false }, error: null };
  if (error.code !== 'reauthentication_needed') return { data: null, error };
  const { error: notSent } = await auth.reauthenticate();
  return notSent ? { data: null, error: notSent } : { data: { wantsCode: true }, error: null };
}
