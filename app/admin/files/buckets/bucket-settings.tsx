import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { callAdmin, explainFault } from '../../call-admin.ts';
import { showNotice } from '../../notice.tsx';
import { DeleteForm } from '../changes/delete-form.tsx';
import { toFilesAddress } from '../files-address.ts';
import type { Bucket, BucketSettings as Settings } from '../files-data.ts';
import { BucketForm } from './bucket-form.tsx';

interface BucketSettingsProps {
  bucket: Bucket;
  onChanged(): void;
  onClose(): void;
}

/** The rules of a bucket, and its end. */
export function BucketSettings({ bucket, onChanged, onClose }: BucketSettingsProps) {
  const [isEmptying, setEmptying] = useState(false);
  const [fault, setFault] = useState<string>();
  const navigate = useNavigate();

  async function undo(before: Settings) {
    try {
      await callAdmin('/files/buckets', { method: 'PUT', body: before });
      onChanged();
      showNotice({ text: `The bucket “${bucket.name}” is as it was before.` });
    } catch (error) {
      showNotice({ text: explainFault(error) });
    }
  }

  async function remove() {
    try {
      await callAdmin('/files/buckets', { method: 'DELETE', query: { bucket: bucket.name } });
      onChanged();
      showNotice({ text: `The bucket “${bucket.name}” is deleted.` });
      await navigate(toFilesAddress());
    } catch (error) {
      setFault(explainFault(error));
    }
  }

  return (
    <section className="files-panel" aria-label={`Settings of ${bucket.name}`}>
      <BucketForm
        bucket={bucket}
        onCancel={onClose}
        onSaved={(before) => {
          onChanged();
          onClose();
          showNotice({
            text: `The bucket “${bucket.name}” is changed.`,
            ...(before && { action: { title: 'Undo', run: () => void undo(before) } }),
          });
        }}
      />
      <div className="files-end">
        {isEmptying ? (
          <DeleteForm
            bucket={bucket.name}
            paths="everything"
            onDone={() => {
              setEmptying(false);
              onChanged();
            }}
            onCancel={() => setEmptying(false)}
          />
        ) : bucket.files > 0 ? (
          <button type="button" className="choice" onClick={() => setEmptying(true)}>
            Empty the bucket …
          </button>
        ) : (
          <button type="button" className="choice" onClick={() => void remove()}>
            Delete the bucket
          </button>
        )}
        {bucket.files > 0 && !isEmptying && <p className="hint">An empty bucket can be deleted.</p>}
        <FaultNotice fault={fault} />
      </div>
    </section>
  );
}
