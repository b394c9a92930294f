/** Jobs while the database cannot be reached: they run again when it can, and the log stays short. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSchedules } from '../../backend/schedules/start-schedules.ts';
import type { Database } from '../../database/database.ts';
import { createStandIn } from '../../database/extensions/create-stand-in.ts';
import { standIns } from '../../database/extensions/stand-ins.ts';
import type { LogEntry } from '../../database/log.ts';
import { openDatabase } from '../../database/open-database.ts';
import { openCopiedDatabase } from '../harness/database/shared-server.ts';
import { type BreakingProxy, startBreakingProxy } from './breaking-proxy.ts';

describe('jobs of a database that cannot be reached for a time', () => {
  let server: Database;
  let proxy: BreakingProxy;
  let database: Database;
  const logged: LogEntry[] = [];

  beforeAll(async () => {
    server = await openCopiedDatabase({ log: () => {}, answerWithinMs: 20_000 });
    const standIn = standIns.get('pg_cron');
    if (standIn) await createStandIn(server.sql, standIn);
    proxy = await startBreakingProxy(server.url);
    database = await openDatabase({
      databaseUrl: proxy.url,
      dataFolder: '',
      log: () => {},
      migrations: [],
      answerWithinMs: 20_000,
    });
  });
  afterAll(async () => {
    await database?.close();
    await proxy?.close();
    await server?.close();
  });

  it('run again when it can be reached, and new ones are heard of', async () => {
    const tick = (name: string) => server.sql`select cron.schedule(${name}, '1 second', 'select 1')`;
    const runsOf = async (name: string) =>
      (
        await server.sql`
          select from cron.job_run_details join cron.job using (jobid) where jobname = ${name} and status = 'succeeded'`
      ).length;
    const schedules = startSchedules({ database, log: (entry) => logged.push(entry), now: Date.now });
    await schedules.ready;
    proxy.breakAt(0);
    proxy.cut();
    await tick('before');
    await server.sql`select cron.schedule('long', '1 second', 'select pg_sleep(3)')`;
    proxy.breakAt(undefined);
    await expect.poll(() => runsOf('before')).toBeGreaterThan(1);
    proxy.breakAt(0);
    proxy.cut();
    await tick('meanwhile');
    await wait(3000);
    const before = await runsOf('before');
    proxy.breakAt(undefined);
    await expect.poll(() => runsOf('before')).toBeGreaterThan(before + 1);
    await expect.poll(() => runsOf('meanwhile')).toBeGreaterThan(1);
    await expect.poll(() => runsOf('long')).toBeGreaterThan(0);
    await schedules.close();
    const unfinished = await server.sql`
      select status, return_message from cron.job_run_details where status in ('starting', 'running')`;
    expect(unfinished).toEqual([]);
    expect(logged.length, JSON.stringify(logged)).toBeLessThan(10);
  });
});
