import { useEffect, useRef } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { restoreRuns } from '../../data/own-runs.ts';
import { useCall } from './use-call.ts';

interface DeletedRunProps {
  id: string;
  onRestored(): void;
  /** Called when this notice is removed: lists have to be read again. Not earlier, so that the undo button stays. */
  onLeft(): void;
}

/** Confirms a deletion, with a button to undo it. */
export function DeletedRun({ id, onRestored, onLeft }: DeletedRunProps) {
  const call = useCall();
  const leave = useRef(onLeft);
  leave.current = onLeft;
  useEffect(() => () => leave.current(), []);

  async function undo() {
    if (await call.run((client) => restoreRuns(client, [id]))) onRestored();
  }
  return (
    <div className="run-problem">
      <h1 className="title" tabIndex={-1}>
        This run is deleted
      </h1>
      <p role="status">It is gone from your lists. You can bring it back for an hour.</p>
      <FaultNotice fault={call.fault} />
      <button type="button" className="button" onClick={() => void undo()}>
        {call.pending ? 'One moment …' : 'Undo'}
      </button>
    </div>
  );
}
