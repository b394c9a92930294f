import { type FormEvent, useRef, useState } from 'react';
import site from '../../../../site.config.ts';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { formatNumber } from '../../../format/count.ts';
import { callAdmin, explainFault } from '../../call-admin.ts';
import { showNotice } from '../../notice.tsx';
import { folderOf, isFilePath, isFolderPath, lastPart, nameRule } from '../file-names.ts';

interface MoveFormProps {
  bucket: string;
  buckets: string[];
  /** One of them is renamed as well; several are moved into a folder. */
  paths: string[];
  onDone(moved: { bucket: string; path: string }): void;
  onCancel(): void;
}

interface Move {
  bucket: string;
  toBucket: string;
  from: string;
  to: string;
}

/** Another name or another place. */
export function MoveForm({ bucket, buckets, paths, onDone, onCancel }: MoveFormProps) {
  const [only = ''] = paths;
  const isOne = paths.length === 1;
  const [toBucket, setToBucket] = useState(bucket);
  const [to, setTo] = useState(isOne ? only.replace(/\/$/, '') : folderOf(only).replace(/\/$/, ''));
  /** How many are moved, while they are. */
  const [moved, setMoved] = useState<number>();
  const isStopped = useRef(false);
  const [fault, setFault] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const target = to.trim().replace(/^\/+|\/+$/g, '');
    const isGood = isOne ? isFilePath(target) : isFolderPath(target === '' ? '' : `${target}/`);
    if (moved !== undefined || !isGood)
      return setFault(isGood ? undefined : `This name cannot be used. ${nameRule}`);
    isStopped.current = false;
    setMoved(0);
    setFault(undefined);
    const moves = paths.map((from) => ({ bucket, toBucket, from, to: toTarget(from, target, isOne) }));
    const done: Move[] = [];
    let reason = 'Stopped.';
    try {
      for (const move of moves) {
        if (isStopped.current) break;
        await callAdmin('/files/move', { method: 'POST', body: move });
        done.push(move);
        setMoved(done.length);
      }
    } catch (error) {
      reason = explainFault(error);
    }
    setMoved(undefined);
    if (done.length === 0) return setFault(reason);
    // Those that are moved are not here any more, whatever became of the others.
    const text =
      done.length < moves.length
        ? `${reason} ${done.length} of ${moves.length} entries are moved.`
        : describe(done);
    offerUndo(text, done, onDone);
    onDone({ bucket: toBucket, path: moves[0]?.to ?? '' });
  }

  return (
    <form className="files-panel files-form" method="post" onSubmit={submit} aria-label="Move">
      <TextField
        label={isOne ? 'New name, with its folders' : `Folder for ${paths.length} entries`}
        value={to}
        maxLength={1024}
        hint="Folders are separated by slashes. A folder that is not there yet is made."
        onChange={({ target }) => setTo(target.value)}
        autoFocus
        spellCheck={false}
      />
      {buckets.length > 1 && (
        <div className="field">
          <label htmlFor="files-bucket">Bucket</label>
          <select
            id="files-bucket"
            className="input"
            value={toBucket}
            onChange={({ target }) => setToBucket(target.value)}
          >
            {buckets.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
      <FaultNotice fault={fault} />
      {moved !== undefined && !isOne ? (
        <p className="files-progress" role="status">
          {formatNumber(moved, site.language)} of {formatNumber(paths.length, site.language)} moved …
          <button
            type="button"
            className="choice"
            onClick={() => {
              isStopped.current = true;
            }}
          >
            Stop
          </button>
        </p>
      ) : (
        <SaveButton pending={moved !== undefined} onCancel={onCancel}>
          Move
        </SaveButton>
      )}
    </form>
  );
}

function toTarget(from: string, target: string, isOne: boolean): string {
  const slash = from.endsWith('/') ? '/' : '';
  if (isOne) return target + slash;
  return `${target === '' ? '' : `${target}/`}${lastPart(from)}${slash}`;
}

function describe(done: Move[]): string {
  const [first] = done;
  if (!first || done.length > 1) return `${formatNumber(done.length, site.language)} entries are moved.`;
  return `“${lastPart(first.from)}” is now ${first.toBucket}/${first.to}.`;
}

function offerUndo(text: string, done: Move[], onDone: MoveFormProps['onDone']): void {
  const [first] = done;
  async function undo() {
    try {
      for (const { bucket, toBucket, from, to } of done)
        await callAdmin('/files/move', {
          method: 'POST',
          body: { bucket: toBucket, toBucket: bucket, from: to, to: from },
        });
      onDone({ bucket: first?.bucket ?? '', path: first?.from ?? '' });
    } catch (error) {
      showNotice({ text: explainFault(error) });
    }
  }
  showNotice({ text, action: { title: 'Undo', run: () => void undo() } });
}
