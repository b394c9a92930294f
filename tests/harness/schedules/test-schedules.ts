/** For tests: processes that run the jobs of one database, each with connections and a clock of its own. */
import { afterEach } from 'vitest';
import { type Schedules, startSchedules } from '../../../backend/schedules/start-schedules.ts';
import type { Database } from '../../../database/database.ts';
import type { LogEntry } from '../../../database/log.ts';
import type { TestServer } from '../database/servers.ts';

export interface TestSchedules extends Schedules {
  database: Database;
  logged: LogEntry[];
  /** Sets the clock, and starts what is due then. */
  moveTo(time: string): void;
}

export interface TestRun {
  name: string | null;
  status: string;
  message: string | null;
}

export function useSchedules(server: () => TestServer) {
  const opened: (() => Promise<void>)[] = [];
  const endAll = async () => {
    for (const end of opened.splice(0)) await end();
  };
  afterEach(async () => {
    await endAll();
    const { sql } = server().database;
    const [table] = await sql`select to_regclass('cron._claims') as name`;
    if (table?.name) await sql.script('delete from cron.job; delete from cron.job_run_details');
  });

  return {
    endAll,
    /** Starts to run jobs, at this time or by the clock of the machine. */
    async start(time?: string): Promise<TestSchedules> {
      const database = await server().reopen();
      let at = time === undefined ? undefined : Date.parse(time);
      const logged: LogEntry[] = [];
      const schedules = startSchedules({
        database,
        log: (entry) => logged.push(entry),
        now: () => at ?? Date.now(),
      });
      opened.push(async () => {
        await schedules.close();
        await database.close();
      });
      await schedules.ready;
      return {
        ...schedules,
        database,
        logged,
        moveTo(next) {
          at = Date.parse(next);
          schedules.check();
        },
      };
    },
    /** Stores a job, and returns its id. */
    async schedule(name: string, schedule: string, command: string): Promise<string> {
      const [row] = await server().database.sql<{ id: string }[]>`
        select cron.schedule(${name}, ${schedule}, ${command}) as id`;
      return row?.id ?? '';
    },
    /** All runs, the oldest first. */
    listRuns: (): Promise<TestRun[]> =>
      server().database.sql<TestRun[]>`
        select j.jobname as name, d.status, d.return_message as message
        from cron.job_run_details d left join cron.job j using (jobid) order by d.runid`,
  };
}
