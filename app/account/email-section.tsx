import type { User } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { PageSection } from '../components/page-section.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { callbackAddress } from '../login/callback-address.ts';
import { useCall } from '../login/use-call.ts';
import { UnsentMailNote } from '../mail-page/unsent-mail-note.tsx';

/** The new address becomes active once it is confirmed; a backend with double confirmation also asks at the old one. */
export function EmailSection({ user }: { user: User }) {
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState<string>();
  const call = useCall();
  const waiting = asked ?? user.new_email;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const address = email.trim();
    if (address === '') return;
    await call.run(
      (auth) => auth.updateUser({ email: address }, { emailRedirectTo: callbackAddress() }),
      ({ user: changed }) => {
        setAsked(changed.new_email ?? '');
        setEmail('');
      },
    );
  }

  return (
    <PageSection title="E-mail">
      <form className="account-form" method="post" noValidate onSubmit={submit}>
        <p>
          Your address is <strong>{user.email || 'not set'}</strong>.
        </p>
        {waiting && (
          <p className="notice" role="status">
            {waiting} waits to be confirmed: open the link in the mail to it, and the one to your present
            address.
          </p>
        )}
        {waiting && <UnsentMailNote />}
        <TextField
          label="New address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <FaultNotice fault={call.fault} />
        <SaveButton pending={call.pending} saved={false}>
          Change address
        </SaveButton>
      </form>
    </PageSection>
  );
}
