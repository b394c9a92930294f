import { useState } from 'react';
import { SkeletonLines } from '../components/skeleton.tsx';
import { AdminProblem } from './admin-problem.tsx';
import { callAdmin } from './call-admin.ts';
import { LogList } from './log-list.tsx';
import type { LogEntry } from './overview-data.ts';
import { useAnswer } from './use-answer.ts';

const pageSize = 50;

/** `/admin/log`: everything that owners changed in the admin area. */
export function LogSection() {
  const { answer, fault, again } = useAnswer<{ entries: LogEntry[] }>('/log');
  const [older, setOlder] = useState<LogEntry[]>([]);
  const [isComplete, setComplete] = useState(false);
  if (fault) return <AdminProblem fault={fault} again={again} />;
  if (!answer) return <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />;
  const entries = [...answer.entries, ...older];
  const last = entries.at(-1);

  async function readOlder() {
    const next = await callAdmin<{ entries: LogEntry[] }>('/log', { query: { before: String(last?.id) } });
    setOlder([...older, ...next.entries]);
    setComplete(next.entries.length < pageSize);
  }

  return (
    <>
      <p className="hint">What owners changed here. No page of this area changes or deletes an entry.</p>
      <LogList entries={entries} />
      {answer.entries.length === pageSize && !isComplete && (
        <button type="button" className="choice admin-more" onClick={readOlder}>
          Show older entries
        </button>
      )}
    </>
  );
}
