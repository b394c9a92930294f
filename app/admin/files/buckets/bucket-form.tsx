import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { callAdmin, explainFault } from '../../call-admin.ts';
import { isBucketName, nameRule } from '../file-names.ts';
import type { Bucket, BucketSettings } from '../files-data.ts';

interface BucketFormProps {
  /** Left out for a new one. */
  bucket?: Bucket;
  onSaved(before: BucketSettings | undefined): void;
  onCancel(): void;
}

/** Name, who may read, how large and of which types files may be. */
export function BucketForm({ bucket, onSaved, onCancel }: BucketFormProps) {
  const [name, setName] = useState(bucket?.name ?? '');
  const [isPublic, setPublic] = useState(bucket?.is_public ?? false);
  const [limit, setLimit] = useState(bucket?.max_bytes ? String(bucket.max_bytes / 1_000_000) : '');
  const [types, setTypes] = useState(bucket?.types?.join(', ') ?? '');
  const [error, setError] = useState<{ name?: string; limit?: string }>({});
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const megabytes = limit.trim() === '' ? null : Number(limit.replace(',', '.'));
    const found = {
      ...(!isBucketName(name) && { name: name === '' ? 'Please enter a name.' : nameRule }),
      ...(megabytes !== null && !(megabytes > 0) && { limit: 'Please enter a number, as in 5 or 0.5.' }),
    };
    setError(found);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    setFault(undefined);
    const listed = types.split(/[\s,]+/).filter((type) => type !== '');
    const body: BucketSettings = {
      name,
      isPublic,
      maxBytes: megabytes === null ? null : Math.round(megabytes * 1_000_000),
      types: listed.length > 0 ? listed : null,
    };
    try {
      await callAdmin('/files/buckets', { method: bucket ? 'PUT' : 'POST', body });
      onSaved(bucket && toSettings(bucket));
    } catch (error) {
      setFault(explainFault(error));
      setPending(false);
    }
  }

  return (
    <form className="account-form files-form" method="post" onSubmit={submit} noValidate>
      {!bucket && (
        <TextField
          label="Name"
          value={name}
          maxLength={100}
          error={error.name}
          hint="As in photos. It is part of the address of each file, and stays."
          onChange={({ target }) => setName(target.value)}
          autoFocus
        />
      )}
      <label className="files-check">
        <input type="checkbox" checked={isPublic} onChange={({ target }) => setPublic(target.checked)} />
        <span>
          Public
          <span className="hint">Everyone who has the address of a file can read it.</span>
        </span>
      </label>
      <TextField
        label="Largest file, in MB (optional)"
        inputMode="decimal"
        value={limit}
        error={error.limit}
        onChange={({ target }) => setLimit(target.value)}
      />
      <TextField
        label="Types of files (optional)"
        value={types}
        placeholder="image/*, application/pdf"
        onChange={({ target }) => setTypes(target.value)}
      />
      <FaultNotice fault={fault} />
      <SaveButton pending={pending} onCancel={onCancel}>
        {bucket ? 'Save' : 'Create bucket'}
      </SaveButton>
    </form>
  );
}

function toSettings({ name, is_public, max_bytes, types }: Bucket): BucketSettings {
  return { name, isPublic: is_public, maxBytes: max_bytes, types };
}
