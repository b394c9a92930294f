import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { CodeField } from '../login/code-field.tsx';
import { NewPasswordField } from '../login/new-password-field.tsx';
import { PasswordField } from '../login/password-field.tsx';
import { useCall } from '../login/use-call.ts';
import { useFocusOnShow } from '../login/use-focus-on-show.ts';
import { useNewPassword } from '../login/use-new-password.ts';
import { UnsentMailNote } from '../mail-page/unsent-mail-note.tsx';
import { EditableRow, type RowForm, useRowForm } from './account-row.tsx';

/** Proof of identity that the backend may require besides the new password. */
type Proof = 'current password' | 'code';

export function PasswordRow({ account }: { account: string }) {
  const row = useRowForm();
  return (
    <EditableRow
      label="Password"
      row={row}
      action="Change"
      form={<PasswordForm account={account} onClose={row.close} />}
    >
      <p className="hint">A new password signs you out everywhere else.</p>
    </EditableRow>
  );
}

interface PasswordFormProps {
  account: string;
  onClose: RowForm['close'];
}

/** The fields for a proof are shown when the backend asks for it. */
function PasswordForm({ account, onClose }: PasswordFormProps) {
  const [current, setCurrent] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<Proof[]>([]);
  const [currentMissing, setCurrentMissing] = useState(false);
  const call = useCall();
  const chosen = useNewPassword(call, 'Please enter the new password.');
  const proofs = useFocusOnShow<HTMLDivElement>(asked.join());
  const asksForCurrent = asked.includes('current password');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const isMissing = asksForCurrent && current === '';
    setCurrentMissing(isMissing);
    if (!chosen.check(event) || isMissing) return;
    const { password, hear } = chosen;
    await call.run(
      async (auth) => hear(await changePassword(auth, { password, current, code })),
      ({ wanted }) => {
        if (wanted === undefined) onClose('Saved. You are signed out everywhere else.');
        else setAsked([wanted, ...asked]);
      },
    );
  }

  return (
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
      <NewPasswordField label="New password" chosen={chosen} />
      {asked.length > 0 && (
        <div className="account-form" ref={proofs}>
          {asked.includes('code') && <UnsentMailNote />}
          {asked.map((proof) =>
            proof === 'code' ? (
              <CodeField
                key={proof}
                label="Code from the email"
                hint="We have sent you a code, so that we know it is you."
                value={code}
                onChange={setCode}
              />
            ) : (
              <PasswordField
                key={proof}
                label="Current password"
                autoComplete="current-password"
                hint="The one you have now, so that we know it is you. If you forgot it, sign out and choose “I forgot my password”."
                value={current}
                error={currentMissing ? 'Please enter your current password.' : undefined}
                onChange={(typed) => {
                  setCurrent(typed);
                  call.setFault(undefined);
                }}
              />
            ),
          )}
        </div>
      )}
      <FaultNotice fault={call.fault} />
      <SaveButton pending={call.pending} onCancel={onClose}>
        Save password
      </SaveButton>
    </form>
  );
}

type Changed = { data: { wanted: Proof | undefined }; error: null } | { data: null; error: AuthError };

async function changePassword(
  auth: SupabaseClient['auth'],
  given: { password: string; current: string; code: string },
): Promise<Changed> {
  const { error } = await auth.updateUser({
    password: given.password,
    ...(given.current && { current_password: given.current }),
    ...(given.code && { nonce: given.code }),
  });
  if (!error) return { data: { wanted: undefined }, error: null };
  if (error.code === 'current_password_required')
    return { data: { wanted: 'current password' }, error: null };
  if (error.code !== 'reauthentication_needed') return { data: null, error };
  const { error: notSent } = await auth.reauthenticate();
  return notSent ? { data: null, error: notSent } : { data: { wanted: 'code' }, error: null };
}
