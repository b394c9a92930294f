import { type ReactNode, useMemo } from 'react';
import { LineChart } from '../../charts/line-chart.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date-time.ts';
import { AdminProblem } from '../admin-problem.tsx';
import { useAnswer } from '../use-answer.ts';
import { formatBytes, formatMs } from './format-size.ts';
import type { DatabaseHealth, Health, RequestFigures } from './health-data.ts';

const language = 'en';

/** `/admin/health`: how the site is doing, and what to look after. */
export function HealthSection() {
  const { answer, fault, again } = useAnswer<Health>('/health');
  if (fault) return <AdminProblem fault={fault} again={again} />;
  if (!answer) return <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />;
  const { database, disk, process: server, requests, warnings } = answer;
  return (
    <div className="admin-health">
      <Warnings warnings={warnings} />
      <Part title="Requests in the last hour">
        <Requests requests={requests} />
      </Part>
      <Part title="Server and database">
        <dl className="admin-facts">
          <Fact name="Running since">{formatDateTime(server.startedAt)}</Fact>
          <Fact name="Memory">{formatBytes(server.memoryBytes)}</Fact>
          <Fact name="Disk">
            {formatBytes(disk.freeBytes)} free of {formatBytes(disk.totalBytes)}
          </Fact>
          <Fact name="Database">
            {formatBytes(database.database_bytes)}
            {database.wal_bytes !== null && `, and ${formatBytes(database.wal_bytes)} of write-ahead log`}
          </Fact>
          <Fact name="Connections">
            {database.connections} of {database.max_connections}
          </Fact>
          <Fact name="Versions">
            PostgreSQL {database.postgres}, Node {server.node}
          </Fact>
        </dl>
      </Part>
      <Mails mails={database.mails} />
      <Jobs jobs={database.jobs} />
      <Statements statements={database.statements} />
      <p>
        <button type="button" className="choice" onClick={again}>
          Measure again
        </button>
      </p>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = `health-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Warnings({ warnings }: Pick<Health, 'warnings'>) {
  if (warnings.length === 0)
    return (
      <p className="notice admin-fine" role="status">
        All is well: nothing here needs your attention.
      </p>
    );
  return (
    <div className="notice notice-fault" role="status">
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}

function Requests({ requests }: { requests: RequestFigures }) {
  const series = useMemo(() => [{ name: 'Requests', points: pointsOf(requests) }], [requests]);
  const slowest = requests.p95 === null ? undefined : formatMs(requests.p95);
  return (
    <>
      <dl className="admin-facts">
        <Fact name="Answered">{formatNumber(requests.ok + requests.redirected, language)}</Fact>
        <Fact name="Refused (4xx)">{formatNumber(requests.refused, language)}</Fact>
        <Fact name="Failed (5xx)">{formatNumber(requests.failed, language)}</Fact>
        <Fact name="95 of 100 within">{slowest ?? 'no requests'}</Fact>
      </dl>
      <LineChart
        title="Requests by minute"
        x="number"
        xName="Minutes ago"
        series={series}
        formatX={(minute) => (minute === 0 ? 'now' : `${-minute} min ago`)}
      />
      <p className="label">Of this process, since {formatDateTime(requests.since)}.</p>
    </>
  );
}

/** Blank before the process began to count. */
function pointsOf({ minutes, since }: RequestFigures) {
  const counted = Math.ceil((Date.now() - Date.parse(since)) / 60_000);
  return minutes.map((count, at) => ({ x: at - 59, y: 59 - at > counted ? null : count }));
}

function Mails({ mails }: Pick<DatabaseHealth, 'mails'>) {
  if (!mails) return null;
  return (
    <Part title="Email of the last seven days">
      <dl className="admin-facts">
        <Fact name="Sent">{formatNumber(mails.sent, language)}</Fact>
        <Fact name="Waiting">{formatNumber(mails.waiting, language)}</Fact>
        <Fact name="Not delivered">{formatNumber(mails.refused, language)}</Fact>
        {mails.unsent > 0 && <Fact name="Kept on this machine">{formatNumber(mails.unsent, language)}</Fact>}
      </dl>
      {mails.last_errors.length > 0 && (
        <Table title="Errors" columns={['When', 'To', 'Error']}>
          {mails.last_errors.map(({ at, recipient, error }) => [formatDateTime(at), recipient, error])}
        </Table>
      )}
    </Part>
  );
}

function Jobs({ jobs }: Pick<DatabaseHealth, 'jobs'>) {
  if (!jobs || jobs.length === 0) return null;
  return (
    <Part title="Scheduled jobs">
      <Table title="Scheduled jobs" columns={['Job', 'When', 'Last run', 'Result']}>
        {jobs.map(({ name, schedule, active, status, at, error }) => [
          name,
          active ? schedule : `${schedule} (off)`,
          at ? formatDateTime(at) : 'not yet',
          error ?? status ?? '',
        ])}
      </Table>
    </Part>
  );
}

function Statements({ statements }: Pick<DatabaseHealth, 'statements'>) {
  if (!statements || statements.length === 0) return null;
  return (
    <Part title="Statements that took the most time">
      <Table title="Statements" columns={['Statement', 'Calls', 'Average', 'Longest']}>
        {statements.map(({ query, calls, mean_ms, max_ms }) => [
          query,
          formatNumber(calls, language),
          formatMs(mean_ms),
          formatMs(max_ms),
        ])}
      </Table>
    </Part>
  );
}

function Table({ title, columns, children }: { title: string; columns: string[]; children: string[][] }) {
  return (
    <ScrollBox label={title}>
      <table className="admin-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {children.map((row) => (
            <tr key={row.join('\n')}>
              {row.map((cell, at) => (
                <td key={columns[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
