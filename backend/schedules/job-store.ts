/** The tables of pg_cron's stand-in: which jobs there are, which process runs one, and what came of it. */
import type { Sql } from '../../database/database.ts';
import { rawFragment } from '../../database/driver/sql.ts';
import { markOf } from '../../database/extensions/create-stand-in.ts';

export interface StoredJob {
  id: string;
  name: string | null;
  schedule: string;
  /** When it was last started, and with which schedule. */
  lastDue: Date | null;
  lastSchedule: string | null;
}

export interface ClaimedRun {
  id: string;
  database: string;
  username: string;
  command: string;
}

export interface Outcome {
  status: 'succeeded' | 'failed';
  message: string;
}

/** Sent by a trigger on cron.job. Any role can send it: it only means that jobs may have changed. */
export const jobsChannel = 'porchlight_jobs';

/** Whether there are jobs for us to run: none if the server has the extension itself, or if a role could have forged the tables. */
export async function findStandIn(sql: Sql): Promise<'ours' | 'of another role' | undefined> {
  const [found] = await sql<{ isOwn: boolean }[]>`
    select n.nspowner = me.oid and 3 = (
      select count(*) from pg_class c
      where c.relnamespace = n.oid and c.relowner = me.oid and c.relname in ('job', 'job_run_details', '_claims')) as "isOwn"
    from pg_namespace n, pg_roles me
    where n.nspname = 'cron' and me.rolname = current_user and obj_description(n.oid, 'pg_namespace') = ${markOf('pg_cron')}`;
  if (found === undefined) return undefined;
  return found.isOwn ? 'ours' : 'of another role';
}

export async function readJobs(sql: Sql): Promise<StoredJob[]> {
  return sql<StoredJob[]>`
    select j.jobid as id, j.jobname as name, j.schedule, c.due_at as "lastDue", c.schedule as "lastSchedule"
    from cron.job j left join cron._claims c using (jobid) where j.active order by j.jobid`;
}

/** For `@reboot`. */
export async function readServerStart(sql: Sql): Promise<number> {
  const [row] = await sql<
    { at: Date }[]
  >`select date_trunc('milliseconds', pg_postmaster_start_time()) as at`;
  return row?.at.getTime() ?? 0;
}

/** A run goes on as long as its session, even if the process that began it has died. Without a session, it is about to begin. */
const isRunning = rawFragment(`c.runid is not null and (
  c.pid is null and c.claimed_at > now() - interval '1 minute'
  or exists (select from pg_stat_activity a where a.pid = c.pid
    and coalesce(a.backend_start, c.claimed_at) < c.claimed_at + interval '1 minute'))`);

/**
 * Takes the run that is due at this time. Undefined when another process has it, when the job still runs, or when it has changed. The lock on
 * the row of the job decides between processes.
 */
export async function claimRun(
  sql: Sql,
  job: Pick<StoredJob, 'id' | 'schedule'>,
  due: number,
): Promise<ClaimedRun | undefined> {
  const [run] = await sql<ClaimedRun[]>`
    with before as (
      select runid from cron._claims where jobid = ${job.id}
    ), claim as (
      insert into cron._claims as c (jobid, schedule, due_at, runid)
      select jobid, schedule, ${new Date(due)}, nextval('cron.runid_seq') from cron.job
      where jobid = ${job.id} and active and schedule = ${job.schedule}
      on conflict (jobid) do update
        set schedule = excluded.schedule, due_at = excluded.due_at, runid = excluded.runid, pid = null, claimed_at = now()
        where c.due_at < excluded.due_at and not (${isRunning})
      returning jobid, runid
    ), lost as (
      update cron.job_run_details d set status = 'failed', return_message = 'server restarted'
      from before, claim where d.runid = before.runid and d.status in ('starting', 'running')
    )
    insert into cron.job_run_details (jobid, runid, database, username, command, status)
    select j.jobid, claim.runid, j.database, j.username, j.command, 'starting' from claim join cron.job j using (jobid)
    returning runid as id, database, username, command`;
  return run;
}

/** Notes that there is nothing to do at this time, as for a job that is to run at the next start of the server. */
export async function skipDue(sql: Sql, job: Pick<StoredJob, 'id' | 'schedule'>, due: number): Promise<void> {
  await sql`
    insert into cron._claims (jobid, schedule, due_at)
    select jobid, schedule, ${new Date(due)} from cron.job where jobid = ${job.id} on conflict do nothing`;
}

export async function noteSession(sql: Sql, runId: string, processId: number): Promise<void> {
  await sql`
    with claim as (update cron._claims set pid = ${processId} where runid = ${runId})
    update cron.job_run_details set status = 'running', job_pid = ${processId}, start_time = now() where runid = ${runId}`;
}

export async function finishRun(sql: Sql, runId: string, { status, message }: Outcome): Promise<void> {
  await sql`
    with claim as (update cron._claims set runid = null, pid = null where runid = ${runId})
    update cron.job_run_details
    set status = ${status}, return_message = ${message}, start_time = coalesce(start_time, now()), end_time = now()
    where runid = ${runId}`;
}

/** Runs whose process has died are marked as pg_cron marks them. */
export async function failLostRuns(sql: Sql): Promise<void> {
  await sql`
    update cron.job_run_details d set status = 'failed', return_message = 'server restarted'
    where d.status in ('starting', 'running')
      and not exists (select from cron._claims c where c.runid = d.runid and ${isRunning})
      and not exists (
        select from pg_stat_activity a where a.pid = d.job_pid and coalesce(a.backend_start, d.start_time) <= d.start_time)`;
}
