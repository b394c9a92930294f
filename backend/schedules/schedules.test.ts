import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { useSchedules } from '../../tests/harness/schedules/test-schedules.ts';

describeOnEveryServer('jobs of cron.job', (server) => {
  const { apply } = useSiteMigrations(server);
  const { start, schedule, listRuns, endAll } = useSchedules(server);
  const sql = () => server().database.sql;
  const noon = '2026-11-17T12:00:30Z';

  beforeAll(() => sql().script('create table public.done (word text); grant all on public.done to public'));
  beforeEach(async () => {
    await apply('create extension if not exists pg_cron');
    await sql()`delete from public.done`;
  });
  const write = (word = 'x') => `insert into public.done values ('${word}')`;
  const done = async () =>
    (await sql()<{ word: string }[]>`select word from public.done`).map(({ word }) => word);
  const ended = async () => (await listRuns()).filter(({ status }) => /succeeded|failed/.test(status));
  const running = async () => (await listRuns()).filter(({ status }) => status === 'running');

  it('run when they are due, and what came of it is stored as pg_cron stores it', async () => {
    const id = await schedule('minutely', '* * * * *', `${write()}; select 1`);
    await schedule('later', '5 12 * * *', write('later'));
    const schedules = await start(noon);
    schedules.moveTo('2026-11-17T12:00:59Z');
    await wait(100);
    expect(await listRuns()).toEqual([]);
    schedules.moveTo('2026-11-17T12:01:00Z');
    await expect.poll(ended).toEqual([{ name: 'minutely', status: 'succeeded', message: '1 row' }]);
    const [row] = await sql()`
      select jobid, job_pid > 0 as pid, database = current_database() as here, username = current_user as own, command,
        start_time <= end_time and now() - start_time < '1 minute' as timed
      from cron.job_run_details`;
    expect(row).toEqual({
      jobid: id,
      pid: true,
      here: true,
      own: true,
      command: `${write()}; select 1`,
      timed: true,
    });
    schedules.moveTo('2026-11-17T12:02:10Z');
    await expect.poll(ended).toHaveLength(2);
    expect(await done()).toEqual(['x', 'x']);
    expect(schedules.logged).toEqual([]);
  });

  it('are heard of while the process runs, and run every second', async () => {
    await start();
    await schedule('often', '1 second', write());
    await expect.poll(async () => (await done()).length).toBeGreaterThanOrEqual(3);
    await sql()`select cron.unschedule('often')`;
    await wait(300);
    const { length } = await done();
    await wait(1500);
    expect(await done()).toHaveLength(length);
    // One that was altered, paused and resumed.
    const id = await schedule('other', '@yearly', write('other'));
    await sql()`select cron.alter_job(${id}, schedule => '1 second', active => false)`;
    await wait(1500);
    expect(await done()).not.toContain('other');
    await sql()`select cron.alter_job(${id}, active => true)`;
    await expect.poll(done).toContain('other');
  });

  it('are run once, by one of two processes', async () => {
    await schedule('minutely', '* * * * *', write());
    const processes = await Promise.all([start(noon), start(noon)]);
    for (let minute = 1; minute <= 20; minute += 1) {
      const time = `2026-11-17T12:${String(minute).padStart(2, '0')}:00Z`;
      for (const process of processes) process.moveTo(time);
      await expect.poll(ended).toHaveLength(minute);
    }
    // A clock that is behind.
    processes[0]?.moveTo('2026-11-17T12:21:00Z');
    await expect.poll(ended).toHaveLength(21);
    processes[1]?.moveTo('2026-11-17T12:21:40Z');
    await wait(300);
    expect(await ended()).toHaveLength(21);
    expect(await done()).toHaveLength(21);
  });

  it('do not run beside themselves: one more run waits, others are counted', async () => {
    await schedule('long', '* * * * *', `${write()}; select pg_sleep(1)`);
    const schedules = await start(noon);
    const other = await start(noon);
    schedules.moveTo('2026-11-17T12:01:00Z');
    await expect.poll(running).toHaveLength(1);
    for (const minute of ['02', '03', '04', '05']) {
      schedules.moveTo(`2026-11-17T12:${minute}:00Z`);
      other.moveTo(`2026-11-17T12:${minute}:00Z`);
    }
    await expect.poll(ended).toHaveLength(2);
    await wait(300);
    expect(await listRuns()).toHaveLength(2);
    expect(schedules.logged).toEqual([
      {
        level: 'warn',
        message: 'The job long was not run as often as it was due: it was still running or waiting.',
        times: 3,
      },
    ]);
  });

  it('are not made up for after a time without a process, but counted', async () => {
    await schedule('hourly', '@hourly', write());
    const before = await start('2026-11-17T11:59:00Z');
    before.moveTo('2026-11-17T12:00:00Z');
    await expect.poll(ended).toHaveLength(1);
    await endAll();
    const after = await start('2026-11-17T17:30:00Z');
    expect(after.logged).toEqual([
      {
        level: 'warn',
        message: 'The job hourly was not run as often as it was due: no process ran.',
        times: 5,
      },
    ]);
    // The machine sleeps.
    after.moveTo('2026-11-17T20:30:00Z');
    await wait(300);
    expect(await listRuns()).toHaveLength(1);
    after.moveTo('2026-11-17T21:00:20Z');
    await expect.poll(ended).toHaveLength(2);
  });

  it('that fail say why, and are logged once', async () => {
    await schedule('broken', '* * * * *', `${write()}; select 1 / 0`);
    await schedule('raising', '* * * * *', `do $$ begin raise 'No.' using detail = 'd', hint = 'h'; end $$`);
    const schedules = await start(noon);
    for (const minute of ['01', '02', '03']) {
      schedules.moveTo(`2026-11-17T12:${minute}:00Z`);
      await expect.poll(ended).toHaveLength(Number(minute) * 2);
    }
    const runs = await listRuns();
    expect(runs.find(({ name }) => name === 'broken')).toMatchObject({
      status: 'failed',
      message: 'ERROR:  division by zero\n',
    });
    expect(runs.find(({ name }) => name === 'raising')?.message).toBe(
      'ERROR:  No.\nDETAIL:  d\nHINT:  h\nCONTEXT:  PL/pgSQL function inline_code_block line 1 at RAISE\n',
    );
    expect(await done()).toEqual([]);
    expect(schedules.logged).toHaveLength(2);
    expect(schedules.logged).toContainEqual({
      level: 'warn',
      message: 'The job broken failed.',
      error: 'ERROR:  division by zero',
      times: 1,
    });
    schedules.moveTo('2026-11-17T13:30:00Z');
    const failures = () => schedules.logged.filter(({ message }) => message === 'The job broken failed.');
    await expect.poll(failures).toMatchObject([{ times: 1 }, { times: 3 }]);
    expect(schedules.logged).toContainEqual({
      level: 'warn',
      message: 'The job broken was not run as often as it was due: the machine or the process stood still.',
      times: 86,
    });
  });

  describe('run as their role', () => {
    const report = 'insert into public.done values (current_user)';
    const scheduleAs = (username: string, command: string) =>
      sql()`select cron.schedule_in_database('theirs', '* * * * *', ${command}, current_database(), ${username})`;
    const runOnce = async () => {
      const schedules = await start(noon);
      schedules.moveTo('2026-11-17T12:01:00Z');
      await expect.poll(ended).toHaveLength(1);
      return (await listRuns())[0];
    };

    it.each(['anon', 'authenticated', 'service_role', 'supabase_auth_admin'])('%s', async (role) => {
      await scheduleAs(role, report);
      expect(await runOnce()).toMatchObject({ status: 'succeeded', message: 'INSERT 0 1' });
      expect(await done()).toEqual([role]);
    });

    it('also when another database of the server is changing the role just then', async () => {
      const isHeld = Promise.withResolvers<void>();
      const free = Promise.withResolvers<void>();
      const held = server().database.transaction(async (inside) => {
        await inside`select from pg_authid where rolname = 'anon' for update`;
        await inside.script('grant anon to porchlight_site');
        isHeld.resolve();
        await free.promise;
        await inside.script('revoke anon from porchlight_site');
      });
      await isHeld.promise;
      // Longer than a request waits for a lock.
      setTimeout(free.resolve, 5000);
      await scheduleAs('anon', report);
      expect(await runOnce()).toMatchObject({ status: 'succeeded' });
      await held;
    });

    it.each([
      'reset role',
      'reset session authorization',
      'set role none',
    ])('and cannot become more by "%s"', async (leave) => {
      const steal = `do $$ begin execute '${leave}'; perform from auth.users; end $$`;
      await scheduleAs('anon', steal);
      expect(await runOnce()).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('permission denied'),
      });
    });

    it('and fail with a reason when there is no such role', async () => {
      await scheduleAs('nobody_here', report);
      expect(await runOnce()).toMatchObject({
        status: 'failed',
        message: 'Nothing can be run as the role "nobody_here": role "nobody_here" does not exist.',
      });
    });
  });

  it('are canceled when they are unscheduled, but not when they unschedule themselves', async () => {
    await schedule('endless', '* * * * *', 'select pg_sleep(600)');
    await schedule('single', '* * * * *', `${write()}; select cron.unschedule('single')`);
    const schedules = await start(noon);
    schedules.moveTo('2026-11-17T12:01:00Z');
    await expect.poll(ended).toEqual([{ name: null, status: 'succeeded', message: '1 row' }]);
    await expect.poll(running).toHaveLength(1);
    await sql()`select cron.unschedule('endless')`;
    await expect.poll(ended).toContainEqual({ name: null, status: 'failed', message: 'job canceled' });
    expect(schedules.logged).toEqual([]);
  });

  it('are canceled and marked when the process ends', async () => {
    await schedule('endless', '* * * * *', 'select pg_sleep(600)');
    const schedules = await start(noon);
    schedules.moveTo('2026-11-17T12:01:00Z');
    await expect.poll(running).toHaveLength(1);
    await schedules.close();
    expect(await listRuns()).toEqual([
      { name: 'endless', status: 'failed', message: 'The process that ran this job was stopped.' },
    ]);
    expect(
      await sql()`select from pg_stat_activity where query like '%pg_sleep(600)%' and state = 'active'
      and pid <> pg_backend_pid()`,
    ).toHaveLength(0);
  });

  it('whose process has died are marked at the next start, others are not', async () => {
    await schedule('lost', '* * * * *', write());
    await schedule('endless', '* * * * *', 'select pg_sleep(600)');
    await sql()`
      insert into cron.job_run_details (jobid, status, job_pid, start_time)
      select jobid, status, 2147483647, now() from cron.job, unnest(array['starting', 'running']) as status where jobname = 'lost'`;
    await sql()`
      insert into cron._claims (jobid, schedule, due_at, runid, pid)
      select jobid, '* * * * *', '2026-11-17 11:59Z', runid, job_pid from cron.job_run_details where status = 'running'`;
    // Another process has taken this one and is opening its session.
    await schedule('beginning', '@yearly', write());
    await sql()`
      with run as (
        insert into cron.job_run_details (jobid, status) select jobid, 'starting' from cron.job where jobname = 'beginning'
        returning jobid, runid)
      insert into cron._claims (jobid, schedule, due_at, runid) select jobid, '@yearly', now(), runid from run`;
    const first = await start(noon);
    const lost = { name: 'lost', status: 'failed', message: 'server restarted' };
    expect(await listRuns()).toEqual([lost, lost, { name: 'beginning', status: 'starting', message: null }]);
    first.moveTo('2026-11-17T12:01:00Z');
    await expect.poll(running).toHaveLength(1);
    await start(noon);
    expect(await running()).toMatchObject([{ name: 'endless' }]);
  });

  it('with @reboot run once for a start of Postgres, whatever the number of processes', async () => {
    await schedule('first', '@reboot', write('first'));
    const processes = await Promise.all([start(), start()]);
    await expect.poll(done).toEqual(['first']);
    await schedule('second', '@reboot', write('second'));
    await expect.poll(() => sql()`select from cron._claims`).toHaveLength(2);
    processes.push(await start());
    await wait(300);
    expect(await done()).toEqual(['first']);
  });

  it('run five at once, and do not take the connections of the site', async () => {
    for (let index = 0; index < 8; index += 1)
      await schedule(`slow ${index}`, '* * * * *', 'select pg_sleep(1)');
    const schedules = await start(noon);
    schedules.moveTo('2026-11-17T12:01:00Z');
    await expect.poll(running).toHaveLength(5);
    const answers = Array.from({ length: 10 }, () => schedules.database.sql`select 1`);
    await Promise.all(answers);
    expect(await running()).toHaveLength(5);
    await expect.poll(ended).toHaveLength(8);
    expect(schedules.logged).toEqual([]);
    await expect
      .poll(() => sql()`select from pg_stat_activity where query like 'select pg_sleep%'`)
      .toHaveLength(0);
  });

  it('with a schedule that an earlier version has stored and that cannot be read are named', async () => {
    await sql()`insert into cron.job (jobname, schedule, command) values ('odd', '99 99 * * *', 'select 1')`;
    const { logged } = await start(noon);
    expect(logged).toMatchObject([
      {
        message: 'The job odd does not run: its schedule cannot be read.',
        error: 'Error: invalid schedule: 99 99 * * *',
      },
    ]);
  });

  it('of a stand-in of an earlier version are run after its renewal', async () => {
    await sql().script('drop table cron._claims; drop function cron._announce_jobs cascade');
    await sql()`insert into cron.job (jobname, schedule, command) values ('old', '1 second', ${write('old')})`;
    await start();
    await expect.poll(done).toContain('old');
    await sql()`select cron.unschedule('old')`;
    await schedule('new', '1 second', write('new'));
    await expect.poll(done).toContain('new');
  });

  it('are left to the extension, and those of a forged stand-in are not run', async () => {
    await sql()`insert into cron.job (jobname, schedule, command) values ('odd', '1 second', ${write()})`;
    const [{ mark } = {}] = await sql()<
      { mark: string }[]
    >`select obj_description('cron'::regnamespace) as mark`;
    await sql().script(`comment on schema cron is 'Of another program'`);
    await start();
    await sql().script(`comment on schema cron is '${mark}'; alter table cron.job owner to service_role`);
    const { logged } = await start();
    await wait(1500);
    await sql().script('alter table cron.job owner to current_user');
    expect(logged).toMatchObject([
      { message: expect.stringContaining('do not run: the schema cron does not belong') },
    ]);
    expect(await done()).toEqual([]);
  });

  it('cost nothing when there are none: no statement is sent', async () => {
    await start();
    await start();
    await wait(300);
    const [before] = await sql()<{ at: Date }[]>`select clock_timestamp() as at`;
    await wait(2500);
    const used = await sql()`
      select query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state_change > ${before?.at ?? null}`;
    expect(used).toEqual([]);
  });
});
