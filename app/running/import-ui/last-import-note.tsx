import { useState } from 'react';
import site from '../../../site.config.ts';
import { formatCount } from '../../format/count.ts';
import { formatDateTime } from '../../format/date-time.ts';
import type { LastImport } from './use-import.ts';

/** Undoes the last import, also later. It needs a confirmation, because it is not the user's most recent action. */
export function LastImportNote({ last, onUndo }: { last: LastImport; onUndo(): void }) {
  const [asked, setAsked] = useState(false);
  return (
    <p className="label last-import">
      Last import: {formatCount(last.runs, 'run', 'runs', site.language)},{' '}
      {formatDateTime(new Date(last.at).toISOString())}.{' '}
      {asked ? (
        <>
          Its runs and their files go.{' '}
          <button type="button" className="text-button" onClick={onUndo}>
            Undo it
          </button>{' '}
          <button type="button" className="text-button" onClick={() => setAsked(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button type="button" className="text-button" onClick={() => setAsked(true)}>
          Undo …
        </button>
      )}
    </p>
  );
}
