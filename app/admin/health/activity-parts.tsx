import { FaultNotice } from '../../components/fault-notice.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date-time.ts';
import { AdminProblem } from '../admin-problem.tsx';
import { showNotice } from '../notice.tsx';
import { useAnswer } from '../use-answer.ts';
import type { FunctionsState, JobsState, ScheduledJob } from './health-data.ts';
import { Part, Table } from './health-parts.tsx';
import { useHealthPart } from './use-health-part.ts';

/** What runs by the clock. */
export function JobsPart() {
  const { answer, fault, again, refusal, act } = useHealthPart<JobsState>(
    '/health/jobs',
    ({ jobs }) => jobs?.some(({ runs }) => isRunning(runs[0]?.status)) ?? false,
  );
  if (fault) return <AdminProblem fault={fault} again={again} />;
  if (!answer?.jobs || answer.jobs.length === 0) return null;

  async function run({ id, name }: ScheduledJob) {
    if (await act('/health/jobs/run', { id })) showNotice({ text: `The job “${name}” is started.` });
  }
  return (
    <Part title="Scheduled jobs">
      <FaultNotice fault={refusal} />
      <Table
        title="Scheduled jobs"
        columns={['Job', 'When', 'Last runs', 'Actions']}
        rows={answer.jobs.map((job) => ({
          key: job.id,
          cells: [
            job.name,
            job.active ? job.schedule : `${job.schedule} (off)`,
            <Runs key="runs" {...job} />,
            answer.canRun && job.active && (
              <button
                key="run"
                type="button"
                className="text-button"
                aria-label={`Run ${job.name} now`}
                onClick={() => run(job)}
              >
                Run now
              </button>
            ),
          ],
        }))}
      />
    </Part>
  );
}

const isRunning = (status: string | undefined) => status === 'starting' || status === 'running';

function Runs({ name, runs: [last, ...earlier] }: ScheduledJob) {
  if (!last) return 'not yet';
  return (
    <>
      <Run {...last} />
      {earlier.length > 0 && (
        <details className="health-earlier">
          <summary aria-label={`Earlier runs of ${name}`}>Earlier</summary>
          <ul>
            {earlier.map((run) => (
              <li key={run.run}>
                <Run {...run} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Run({ at, status, message }: ScheduledJob['runs'][number]) {
  return (
    <span className={status === 'failed' ? 'health-failed' : undefined}>
      {at && `${formatDateTime(at)}: `}
      {status}
      {message && `, ${message}`}
    </span>
  );
}

/** Code of the owner that is called over HTTP. */
export function FunctionsPart() {
  const { answer, fault, again } = useAnswer<FunctionsState>('/health/functions');
  if (fault) return <AdminProblem fault={fault} again={again} />;
  if (!answer || answer.functions.length === 0) return null;
  return (
    <Part title="Functions">
      <Table
        title="Functions"
        columns={['Function', 'Called by', 'Calls', 'Errors', 'Last call']}
        rows={answer.functions.map(({ name, isPublic, calls, errors, lastCall }) => ({
          key: name,
          cells: [
            name,
            isPublic ? 'anyone' : 'callers with a key',
            formatNumber(calls, 'en'),
            formatNumber(errors, 'en'),
            lastCall ? formatDateTime(lastCall) : 'not yet',
          ],
        }))}
      />
      {answer.functions
        .filter(({ lines }) => lines.length > 0)
        .map(({ name, lines }) => (
          <details key={name} className="health-lines">
            <summary>What {name} wrote</summary>
            <ol>
              {lines.toReversed().map(({ at, level, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and are replaced together.
                <li key={index} className={level === 'error' ? 'health-failed' : undefined}>
                  <time className="label" dateTime={at}>
                    {formatDateTime(at)}
                  </time>{' '}
                  <code>{text}</code>
                </li>
              ))}
            </ol>
          </details>
        ))}
      <p className="label">Of this process, since it started. The log of the server has all lines.</p>
    </Part>
  );
}
