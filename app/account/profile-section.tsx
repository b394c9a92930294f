import type { User } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { PageSection } from '../components/page-section.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { useCall } from '../login/use-call.ts';

export function ProfileSection({ user }: { user: User }) {
  const [name, setName] = useState(String(user.user_metadata.name ?? user.user_metadata.full_name ?? ''));
  const [saved, setSaved] = useState(false);
  const call = useCall();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSaved(false);
    await call.run(
      (auth) => auth.updateUser({ data: { name: name.trim() } }),
      () => setSaved(true),
    );
  }

  return (
    <PageSection title="Profile">
      <form className="account-form" method="post" onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={100}
          value={name}
          hint="How the site greets you. Nobody else sees it."
          onChange={(event) => setName(event.target.value)}
        />
        <FaultNotice fault={call.fault} />
        <SaveButton pending={call.pending} saved={saved}>
          Save name
        </SaveButton>
      </form>
    </PageSection>
  );
}
