import type { RefObject } from 'react';
import { FaultNotice } from '../components/fault-notice.tsx';
import { offerDownload } from '../runtime/offer-download.ts';
import { useAccountCall } from './account-call.ts';
import { AccountRow } from './account-row.tsx';

/** Settles when the last download has come or failed. */
export type Downloading = RefObject<Promise<boolean> | undefined>;

export function DownloadRow({ downloading }: { downloading: Downloading }) {
  const call = useAccountCall();
  function download() {
    if (call.pending) return;
    downloading.current = call.run('export_my_data', {}, (data) =>
      offerDownload('my-data.json', 'application/json', JSON.stringify(data, null, 2)),
    );
  }
  return (
    <AccountRow
      label="Download"
      tool={
        <button type="button" className="choice" onClick={download}>
          Download my data
        </button>
      }
    >
      <p>
        Everything this site knows about you, as one JSON file.{' '}
        <span className="hint">
          Your routes are in the files that you imported: you find each on the page of its run.
        </span>
      </p>
      <FaultNotice fault={call.fault} />
    </AccountRow>
  );
}
