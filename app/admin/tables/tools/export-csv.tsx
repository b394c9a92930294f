import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../format/count.ts';
import { explainFault } from '../../call-admin.ts';
import type { TableDetails } from '../table-data.ts';
import { downloadCsv } from './download-csv.ts';

interface ExportCsvProps {
  table: TableDetails;
  query: URLSearchParams;
}

type State = { rows: number } | { fault: string } | { saved: number } | undefined;

/** Saves the rows that the page shows, filtered and in order, as a file. */
export function ExportCsv({ table, query }: ExportCsvProps) {
  const [state, setState] = useState<State>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = state !== undefined && 'rows' in state;

  async function start() {
    if (isRunning) return;
    const leaving = new AbortController();
    running.current = leaving;
    setState({ rows: 0 });
    try {
      const saved = await downloadCsv({
        table,
        query,
        signal: leaving.signal,
        onProgress: (rows) => setState({ rows }),
      });
      setState({ saved });
    } catch (error) {
      setState(leaving.signal.aborted ? undefined : { fault: explainFault(error) });
    }
  }

  return (
    <>
      <button
        type="button"
        className="choice"
        aria-disabled={isRunning || undefined}
        title="The rows of this filter, as they are: a spreadsheet may run a cell that begins with =, +, - or @."
        onClick={start}
      >
        Download CSV
      </button>
      {isRunning && (
        <button type="button" className="choice" onClick={() => running.current?.abort()}>
          Stop
        </button>
      )}
      <span className="tools-state" role="status">
        {isRunning && `${formatCount(state.rows, 'row', 'rows', 'en')} so far`}
        {state && 'saved' in state && `${formatCount(state.saved, 'row', 'rows', 'en')} saved`}
      </span>
      {state && 'fault' in state && (
        <span className="tools-state tools-warning" role="alert">
          {state.fault}
        </span>
      )}
    </>
  );
}
