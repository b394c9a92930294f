import type { User } from '@supabase/supabase-js';
import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { SaveButton } from '../components/save-button.tsx';
import { TextField } from '../components/text-field.tsx';
import { useCall } from '../login/use-call.ts';
import { readName } from '../session/user-name.ts';
import { EditableRow, type RowForm, useRowForm } from './account-row.tsx';

export function NameRow({ user }: { user: User }) {
  const row = useRowForm();
  const name = readName(user);
  return (
    <EditableRow
      label="Name"
      row={row}
      action={name ? 'Change' : 'Add'}
      form={<NameForm name={name} onClose={row.close} />}
    >
      <p>{name || <span className="hint">Not set</span>}</p>
    </EditableRow>
  );
}

function NameForm({ name, onClose }: { name: string; onClose: RowForm['close'] }) {
  const [typed, setTyped] = useState(name);
  const call = useCall();

  async function submit(event: FormEvent) {
    event.preventDefault();
    await call.run(
      (auth) => auth.updateUser({ data: { name: typed.trim() } }),
      () => onClose('Saved.'),
    );
  }

  return (
    <form className="account-form" method="post" onSubmit={submit}>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={100}
        value={typed}
        hint="This is how we greet you. If you share a list of baby names, your partner sees it; without a name, the part of your address before the @."
        onChange={(event) => setTyped(event.target.value)}
      />
      <FaultNotice fault={call.fault} />
      <SaveButton pending={call.pending} onCancel={onClose}>
        Save name
      </SaveButton>
    </form>
  );
}
