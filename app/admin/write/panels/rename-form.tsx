import { type FormEvent, useState } from 'react';
import { toPageAddress } from '../../../../markdown/files/page-address.ts';
import { SaveButton } from '../../../components/save-button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import type { ContentEntry } from '../content-data.ts';

interface RenameFormProps {
  entry: ContentEntry;
  onRename(to: string, redirect: boolean): void;
  onCancel(): void;
}

/** The file's name decides the page's address, and its folder where it is listed. */
export function RenameForm({ entry, onRename, onCancel }: RenameFormProps) {
  const [to, setTo] = useState(entry.file);
  const [redirect, setRedirect] = useState(true);
  const [error, setError] = useState<string>();
  const address = toPageAddress(to);
  const isSameAddress = address === entry.address;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (to.trim() === entry.file) return setError('This is its name already.');
    if (!to.trim().endsWith('.md')) return setError('The name of a page ends in .md.');
    onRename(to.trim(), redirect && !isSameAddress);
  }
  return (
    <form className="write-form" method="post" onSubmit={submit}>
      <TextField
        label="File"
        value={to}
        error={error}
        hint={address ? `The page will be at ${address}.` : 'This name makes no address.'}
        autoFocus
        spellCheck={false}
        onChange={(event) => setTo(event.target.value)}
      />
      {!isSameAddress && (
        <label className="write-check">
          <input type="checkbox" checked={redirect} onChange={(event) => setRedirect(event.target.checked)} />
          Redirect the old address
        </label>
      )}
      <p className="hint">Changes that you have not saved yet are saved with it.</p>
      <SaveButton pending={false} onCancel={onCancel}>
        Rename
      </SaveButton>
    </form>
  );
}
