import { once } from 'node:events';
import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';
import { startBackend } from '../../tests/harness/start-backend.ts';

describeOnEveryServer('two processes on one database', (server) => {
  const { apply } = useSiteMigrations(server);

  it('run each job once, also when one of them is killed', async () => {
    const { sql, url } = server().database;
    await apply(`
      create extension if not exists pg_cron;
      create table public.ticks (due_at timestamptz primary key, pid integer default pg_backend_pid());
      select cron.schedule('tick', '1 second', 'insert into public.ticks select due_at from cron._claims where jobid = 1');
      select cron.schedule('endless', '1 second', 'select pg_sleep(5)');`);
    const start = async () => startBackend(await findTestPort(), { DATABASE_URL: url });
    const [one, other] = await Promise.all([start(), start()]);
    const count = async () => (await sql`select from public.ticks`).length;
    try {
      await expect.poll(count).toBeGreaterThan(4);
      one.process.kill('SIGKILL');
      await once(one.process, 'exit');
      const before = await count();
      await expect.poll(count).toBeGreaterThan(before + 3);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
    const runs = await sql`
      select j.jobname as name, d.status, d.return_message as message from cron.job_run_details d join cron.job j using (jobid)`;
    const ticks = runs.filter(({ name }) => name === 'tick');
    // A second run for the same time would have failed.
    expect(ticks.filter(({ status }) => status === 'failed').length).toBeLessThanOrEqual(1);
    expect(ticks.filter(({ message }) => /duplicate/.test(message ?? ''))).toEqual([]);
    // It was not started again while the session of the killed process went on.
    const [overlaps] = await sql`
      select count(*)::int as count from cron.job_run_details a join cron.job_run_details b
        on b.jobid = a.jobid and b.runid > a.runid and b.start_time < a.start_time + interval '5 seconds'
      where a.command = 'select pg_sleep(5)'`;
    expect(overlaps).toEqual({ count: 0 });
  });
});
