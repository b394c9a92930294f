import { type FormEvent, useState } from 'react';
import { SaveButton } from '../../components/save-button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { AdminFault, callAdmin } from '../call-admin.ts';
import type { Place } from './find-error-place.ts';
import { SqlFault } from './result-view.tsx';
import { type RunFault, toRunFault } from './use-run.ts';

interface SaveMigrationProps {
  /** Undefined until it is known. */
  canMigrate: boolean | undefined;
  /** Of the editor. */
  text: string;
  onFault(place: Place | undefined): void;
}

/** Saves the text of the editor as a file of supabase/migrations, and applies it. */
export function SaveMigration({ canMigrate, text, onFault }: SaveMigrationProps) {
  const [name, setName] = useState('');
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<RunFault>();
  const [file, setFile] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFault(undefined);
    setFile(undefined);
    onFault(undefined);
    try {
      const body = { name: name.trim(), sql: text };
      const made = await callAdmin<{ file: string }>('/migrations', { method: 'POST', body });
      setFile(made.file);
      setName('');
    } catch (error) {
      setFault(toRunFault(error));
      const position = error instanceof AdminFault ? error.body.position : undefined;
      if (typeof position === 'number') onFault({ from: position - 1, to: wordEnd(text, position - 1) });
    } finally {
      setPending(false);
    }
  }

  return (
    <section aria-labelledby="sql-migration">
      <h2 className="section-title" id="sql-migration">
        Save as migration
      </h2>
      {canMigrate === false ? (
        <p className="hint">
          This site uses a hosted project. Save the text as a file in supabase/migrations, and apply it with{' '}
          <code>supabase db push</code>.
        </p>
      ) : (
        <form method="post" className="sql-form" onSubmit={submit}>
          <TextField
            label="Name of the migration"
            required
            maxLength={80}
            placeholder="add_places"
            hint="The text becomes a file in supabase/migrations and is applied at once. If it fails, neither is left."
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <div role="alert">{fault && <SqlFault fault={fault} />}</div>
          <p role="status" className="sql-saved">
            {file && `${file} is saved and applied.`}
          </p>
          <SaveButton pending={pending}>Save and apply</SaveButton>
        </form>
      )}
    </section>
  );
}

function wordEnd(text: string, from: number): number {
  return from + (/^(?:\w+|.)/.exec(text.slice(from))?.[0].length ?? 0);
}
