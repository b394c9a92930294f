import { type FormEvent, useId, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { changeRun } from '../../data/own-runs.ts';
import type { OpenedRun, RunEntry } from '../../run-source.ts';
import { nameOf } from '../format-run.ts';
import { useCall } from './use-call.ts';

interface EditFormProps {
  opened: OpenedRun;
  entries: readonly RunEntry[];
  onChanged(): void;
}

export function EditForm({ opened, entries, onChanged }: EditFormProps) {
  const { entry, run } = opened;
  const [form, setForm] = useState({ name: entry.name, notes: run.notes, gear: entry.gear ?? '' });
  const [saved, setSaved] = useState(false);
  const call = useCall();
  const id = useId();
  const known = [...new Set(entries.flatMap(({ gear }) => gear ?? []))];
  const change = (changes: Partial<typeof form>) => {
    setForm({ ...form, ...changes });
    setSaved(false);
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    const gear = form.gear.trim();
    const name = form.name.trim();
    const worked = await call.run((client) =>
      changeRun(client, entry.id, { name, notes: form.notes.trim(), gear: gear === '' ? null : gear }),
    );
    setSaved(worked);
    if (worked) onChanged();
  }

  return (
    <form className="account-form" method="post" onSubmit={(event) => void save(event)}>
      <TextField
        label="Name"
        name="name"
        maxLength={200}
        placeholder={nameOf({ ...entry, name: '' })}
        value={form.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <div className="field">
        <label htmlFor={`${id}notes`}>Notes</label>
        <textarea
          className="input"
          id={`${id}notes`}
          rows={3}
          maxLength={10_000}
          dir="auto"
          aria-describedby={`${id}hint`}
          value={form.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
        <p className="hint" id={`${id}hint`}>
          Only you see your notes, even when the run is public.
        </p>
      </div>
      <TextField
        label="Gear"
        name="gear"
        maxLength={100}
        list={`${id}gear`}
        value={form.gear}
        onChange={(event) => change({ gear: event.target.value })}
      />
      <datalist id={`${id}gear`}>
        {known.map((gear) => (
          <option key={gear} value={gear} />
        ))}
      </datalist>
      <FaultNotice fault={call.fault} />
      <SaveButton pending={call.pending} saved={saved}>
        Save
      </SaveButton>
    </form>
  );
}
