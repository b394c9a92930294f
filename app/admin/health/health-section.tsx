import { useEffect, useMemo, useState } from 'react';
import { LineChart } from '../../charts/line-chart.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date-time.ts';
import { AdminProblem } from '../admin-problem.tsx';
import { useAnswer } from '../use-answer.ts';
import { FunctionsPart, JobsPart } from './activity-parts.tsx';
import { BackupsPart } from './backups-part.tsx';
import { formatBytes, formatMs } from './format-size.ts';
import { findHeaderFaults } from './header-faults.ts';
import styles from './health.css?url';
import type { DatabaseHealth, Health, RequestFigures } from './health-data.ts';
import { Fact, Part, Table } from './health-parts.tsx';
import { MailsPart } from './mails-part.tsx';

const language = 'en';

/** `/admin/health`: how the site is doing, and what to look after. */
export function HealthSection() {
  const { answer, fault, again } = useAnswer<Health>('/health');
  const headerFaults = useHeaderFaults();
  if (fault) return <AdminProblem fault={fault} again={again} />;
  if (!answer) return <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />;
  const { database, disk, process: server, requests, realtime } = answer;
  return (
    <div className="admin-health">
      <link rel="stylesheet" href={styles} precedence="admin" />
      <Warnings warnings={[...answer.warnings, ...headerFaults]} hints={answer.hints} />
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
          {realtime && (
            <Fact name="Live connections">
              {realtime.sockets}, with {realtime.channels} {realtime.channels === 1 ? 'channel' : 'channels'}
            </Fact>
          )}
          <Fact name="Versions">
            PostgreSQL {database.postgres}, Node {server.node}
          </Fact>
        </dl>
      </Part>
      {answer.isHosted ? (
        <HostedPart />
      ) : (
        <>
          <BackupsPart onEnd={again} />
          <MailsPart figures={database.mails} />
          <FunctionsPart />
        </>
      )}
      <JobsPart />
      <Statements statements={database.statements} />
      <p>
        <button type="button" className="choice" onClick={again}>
          Measure again
        </button>
      </p>
    </div>
  );
}

function HostedPart() {
  return (
    <Part title="Backups, email and functions">
      <p className="health-note">
        The hosted project looks after these itself. Its dashboard has them under Database, Authentication and
        Edge Functions.
      </p>
    </Part>
  );
}

/** The headers of a page as this browser gets them, through all proxies. */
function useHeaderFaults(): string[] {
  const [faults, setFaults] = useState<string[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    fetch('/', { method: 'HEAD', cache: 'no-store', signal: leaving.signal }).then(
      ({ headers }) => setFaults(findHeaderFaults(headers, location.protocol === 'https:')),
      // Without an answer there is nothing to say about it.
      () => {},
    );
    return () => leaving.abort();
  }, []);
  return faults;
}

function Warnings({ warnings, hints }: Pick<Health, 'warnings' | 'hints'>) {
  return (
    <div role="status">
      {warnings.length === 0 ? (
        <p className="notice admin-fine">All is well: nothing here needs your attention.</p>
      ) : (
        <div className="notice notice-fault">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      {hints.length > 0 && (
        <ul className="health-note health-hints" aria-label="Hints">
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
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

function Statements({ statements }: Pick<DatabaseHealth, 'statements'>) {
  if (!statements || statements.length === 0) return null;
  return (
    <Part title="Statements that took the most time">
      <Table
        title="Statements"
        columns={['Statement', 'Calls', 'Average', 'Longest']}
        rows={statements.map(({ query, calls, mean_ms, max_ms }) => ({
          key: query,
          cells: [query, formatNumber(calls, language), formatMs(mean_ms), formatMs(max_ms)],
        }))}
      />
    </Part>
  );
}
