import { useEffect, useRef, useState } from 'react';
import site from '../../../../site.config.ts';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { formatCounted, formatNumber } from '../../../format/count.ts';
import { callAdmin, explainFault } from '../../call-admin.ts';
import { showNotice } from '../../notice.tsx';
import { lastPart } from '../file-names.ts';
import type { DeletedFiles } from '../files-data.ts';

interface DeleteFormProps {
  bucket: string;
  /** Files, and folders with a slash at the end. */
  paths: string[] | 'everything';
  onDone(): void;
  onCancel(): void;
}

const words = { one: 'file', other: 'files' };
const named = 5;

/** Says what goes, and deletes it: a thousand files at once, until all are gone or it is stopped. */
export function DeleteForm({ bucket, paths, onDone, onCancel }: DeleteFormProps) {
  const [progress, setProgress] = useState<DeletedFiles>();
  const [fault, setFault] = useState<string>();
  const stopping = useRef(new AbortController());
  const panel = useRef<HTMLFieldSetElement>(null);
  useEffect(() => panel.current?.focus(), []);

  async function run() {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    setProgress({ deleted: 0, left: 0 });
    setFault(undefined);
    let deleted = 0;
    try {
      for (let left = 1; left > 0 && !signal.aborted; ) {
        const body = paths === 'everything' ? { bucket, everything: true } : { bucket, paths };
        const answer = await callAdmin<DeletedFiles>('/files/delete', { method: 'POST', body });
        deleted += answer.deleted;
        // What is left and cannot be deleted would be asked for again and again.
        left = answer.deleted === 0 ? 0 : answer.left;
        setProgress({ deleted, left });
      }
      showNotice({
        text: `${formatCounted(deleted, words, site.language)} deleted${signal.aborted ? ', then stopped' : ''}.`,
      });
      onDone();
    } catch (error) {
      setFault(explainFault(error));
      setProgress(undefined);
    }
  }

  return (
    <fieldset className="files-panel" ref={panel} tabIndex={-1} aria-label="Delete">
      <p>{describe(bucket, paths)} Deleted files cannot be brought back.</p>
      {progress ? (
        <p className="files-progress" role="status">
          {formatNumber(progress.deleted, site.language)} deleted
          {progress.left > 0 && `, ${formatNumber(progress.left, site.language)} to go`} …
          <button type="button" className="choice" onClick={() => stopping.current.abort()}>
            Stop
          </button>
        </p>
      ) : (
        <p className="choices">
          <button type="button" className="choice files-danger" onClick={() => void run()}>
            Delete
          </button>
          <button type="button" className="choice" onClick={onCancel}>
            Keep
          </button>
        </p>
      )}
      <FaultNotice fault={fault} />
    </fieldset>
  );
}

function describe(bucket: string, paths: string[] | 'everything'): string {
  if (paths === 'everything') return `All files of “${bucket}” go.`;
  const listed = paths
    .slice(0, named)
    .map((path) =>
      path.endsWith('/') ? `the folder “${lastPart(path)}” with all that is in it` : `“${lastPart(path)}”`,
    );
  const more = paths.length > named ? ` and ${formatNumber(paths.length - named, site.language)} more` : '';
  return `Delete ${listed.join(', ')}${more}?`;
}
