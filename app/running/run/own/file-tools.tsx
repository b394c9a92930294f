import { useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { offerDownload } from '../../../runtime/offer-download.ts';
import { deleteRuns, downloadOriginal } from '../../data/own-runs.ts';
import type { OpenedRun } from '../../run-source.ts';
import { useCall } from './use-call.ts';

interface FileToolsProps {
  opened: OpenedRun;
  onDeleted(): void;
}

const withoutFile = new Set(['strava', 'garmin', 'apple']);

/** Downloads the original file, and deletes the run. */
export function FileTools({ opened, onDeleted }: FileToolsProps) {
  const [asked, setAsked] = useState(false);
  // Two calls, so that deleting the run does not wait for its file.
  const fetching = useCall();
  const deleting = useCall();
  const { original, entry } = opened;

  const download = () =>
    fetching.run(async (client) => {
      const { name, blob } = await downloadOriginal(client, entry.id);
      offerDownload(name, blob.type, blob);
    });

  async function remove() {
    if (await deleting.run((client) => deleteRuns(client, [entry.id]))) onDeleted();
  }

  return (
    <div className="run-tools">
      {original ? (
        <p>
          <button
            type="button"
            className="text-button"
            aria-disabled={fetching.pending || undefined}
            onClick={() => void download()}
          >
            {fetching.pending ? 'One moment …' : 'Download the original file'}
          </button>{' '}
          <span className="label">{original}</span>
        </p>
      ) : (
        <p className="hint">
          {withoutFile.has(entry.source) ? 'None: the export had only the totals of this run.' : notArrived}
        </p>
      )}
      <FaultNotice fault={deleting.fault ?? fetching.fault} />
      {asked ? (
        <div className="danger">
          <p>This deletes the run and its file. You can undo it for an hour.</p>
          <p className="save-row">
            <button type="button" className="button" onClick={() => void remove()}>
              Delete
            </button>
            <button type="button" className="text-button" onClick={() => setAsked(false)}>
              Keep it
            </button>
          </p>
        </div>
      ) : (
        <button type="button" className="text-button" onClick={() => setAsked(true)}>
          Delete this run …
        </button>
      )}
    </div>
  );
}

const notArrived = 'The original file was not uploaded. Import it again to add it to this run.';
