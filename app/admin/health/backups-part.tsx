import { useEffect, useState } from 'react';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date-time.ts';
import { AdminProblem } from '../admin-problem.tsx';
import { formatBytes } from './format-size.ts';
import type { BackupJob, BackupScheduleState, BackupsState } from './health-data.ts';
import { Part, Table } from './health-parts.tsx';
import { useHealthPart } from './use-health-part.ts';

/** Copies of everything: made, tested and stopped here. `onEnd`: the warnings may be others now. */
export function BackupsPart({ onEnd }: { onEnd(): void }) {
  const { answer, fault, again, refusal, act } = useHealthPart<BackupsState>(
    '/health/backups',
    ({ job }) => job?.state === 'running',
  );
  const isRunning = answer?.job?.state === 'running';
  // The result of work that ended before this page was opened is not news.
  const [hasWatched, setHasWatched] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when work begins or ends.
  useEffect(() => {
    if (isRunning) setHasWatched(true);
    else if (hasWatched) onEnd();
  }, [isRunning]);
  return (
    <Part title="Backups">
      {fault && <AdminProblem fault={fault} again={again} />}
      {answer && (
        <>
          <p className="health-note">{explain(answer)}</p>
          {answer.schedule && <p className="health-note">{explainSchedule(answer.schedule)}</p>}
          <JobState
            job={hasWatched || isRunning ? answer.job : undefined}
            stop={() => void act('/health/backups/stop')}
          />
          <FaultNotice fault={refusal} />
          {answer.placeFault && <FaultNotice fault={answer.placeFault} />}
          {!isRunning && (
            <p>
              <button type="button" className="choice" onClick={() => act('/health/backups/make')}>
                Make a backup now
              </button>
            </p>
          )}
          {answer.backups.length > 0 && (
            <Table
              title="Backups"
              columns={['Made', 'Size', 'Last tested', 'Actions']}
              rows={answer.backups.map(({ name, created, tested, bytes }) => ({
                key: name,
                cells: [
                  formatDateTime(created),
                  formatBytes(bytes),
                  formatDateTime(tested),
                  <button
                    key="test"
                    type="button"
                    className="text-button"
                    disabled={isRunning}
                    aria-label={`Test the backup of ${formatDateTime(created)}`}
                    onClick={() => act('/health/backups/test', { name })}
                  >
                    Test
                  </button>,
                ],
              }))}
            />
          )}
          <p className="label health-note">
            They are {isBucket(answer) ? 'in the bucket' : 'on the server in'} <code>{answer.folder}</code>,
            and hold keys and passwords: keep them as safe as the site itself.{' '}
            {!isBucket(answer) && 'Take copies to another machine, since a lost disk takes these along. '}
            The command <code>npm run restore</code> brings one back.
          </p>
        </>
      )}
    </Part>
  );
}

function explain({ backups, kind }: BackupsState): string {
  const tested =
    kind === 'cluster'
      ? 'A test opens the copy with a database server of its own and reads every row; a new backup has passed it.'
      : 'A test unpacks the whole dump; a new backup has passed it.';
  if (backups.length === 0)
    return `There is none yet. A backup has the database, the uploaded files and the keys, and is made while the site runs. ${tested}`;
  return tested;
}

function explainSchedule({ every, keep, lastSuccess, fault }: BackupScheduleState): string {
  const rhythm = every.includes(':') ? `every day at ${every}` : `every ${every}`;
  const last = lastSuccess ? ` The last one is of ${formatDateTime(lastSuccess)}.` : '';
  const failed = fault ? ` The one of ${formatDateTime(fault.at)} failed: ${fault.message}` : '';
  return `The site makes one by itself ${rhythm}${keep ? `, and keeps ${keep}` : ''}.${last}${failed}`;
}

function isBucket({ folder }: BackupsState): boolean {
  return folder.startsWith('s3://');
}

function JobState({ job, stop }: { job: BackupJob | undefined; stop(): void }) {
  const isMaking = job?.kind === 'make';
  return (
    <>
      <div role="status">
        {job?.state === 'done' && (
          <p className="notice admin-fine">
            {isMaking ? 'The backup is made, and has passed its test.' : 'The backup has passed the test.'}
          </p>
        )}
        {job?.state === 'stopped' && (
          <p className="notice">
            {isMaking ? 'Stopped: nothing is left of the unfinished backup.' : 'The test was stopped.'}
          </p>
        )}
      </div>
      {job?.state === 'failed' && (
        <FaultNotice
          fault={`${isMaking ? 'No backup was made.' : 'The test failed.'} ${job.message ?? ''}`}
        />
      )}
      {job?.state === 'running' && (
        <div className="health-progress">
          <progress aria-label={isMaking ? 'Making a backup' : 'Testing a backup'} {...share(job)} />
          <span>{describe(job)}</span>
          <button type="button" className="choice" onClick={stop}>
            Stop
          </button>
        </div>
      )}
    </>
  );
}

/** Nothing if it is not known how much there is: the bar moves then. */
function share({ progress }: BackupJob): { value?: number; max?: number } {
  return progress?.total ? { value: progress.done, max: progress.total } : {};
}

function describe({ kind, progress }: BackupJob): string {
  if (!progress) return kind === 'make' ? 'Preparing' : 'Taking a copy to test';
  const { step, done, total = 0 } = progress;
  if (step === 'copy') return `Copying the database: ${formatBytes(done)} of ${formatBytes(total)}`;
  if (step === 'send') return `Sending it to the bucket: ${formatBytes(done)}`;
  if (step === 'fetch') return `Fetching it from the bucket: ${formatBytes(done)} of ${formatBytes(total)}`;
  if (step === 'read')
    return `Testing: ${formatNumber(done, 'en')} of ${formatNumber(total, 'en')} tables read`;
  return `Copying files: ${formatNumber(done, 'en')}`;
}
