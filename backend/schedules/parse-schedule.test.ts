import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { parseSchedule } from './parse-schedule.ts';

const accepted = [
  '* * * * *',
  '0 3 * * *',
  ' 5\t4  * * * ',
  '*/15 0-23/2 1,15 * 1-5',
  '0,30 8-18 * jan,Mar-JUN mon-FRI',
  '59 23 31 12 7',
  '007 0 1 1 0',
  '0 11 $ * *',
  '0 0 30 2 *',
  '*/59 * * * *',
  '1-5/3,*/10 * * * *',
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@Daily',
  '@midnight',
  ' @hourly ',
  '@reboot',
  '@restart',
  '1 second',
  ' 30 sEcOnDs ',
  '17  seconds ',
  '59seconds',
  '01 seconds',
];
const refused = [
  '',
  ' ',
  'every night',
  '99 99 * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * 32 * *',
  '* * * 0 *',
  '* * * 13 *',
  '* * * * 8',
  '0 3 * *',
  '0 3 * * * *',
  '* * * * * now',
  '*/0 * * * *',
  '*/60 * * * *',
  '*/-1 * * * *',
  '*/5000000000 * * * *',
  '-1 * * * *',
  '1/20 * * * *',
  '5-1 * * * *',
  '1-2-3 * * * *',
  '5, * * * *',
  ',5 * * * *',
  '5x * * * *',
  '0007 * * * *',
  '5;6 * * * *',
  'mon * * * *',
  '* * * mon *',
  '* * * * jan',
  '* * * * monday',
  '* * * * sat-sun',
  '0 11 $foo * *',
  '0 11 1,$ * *',
  '$ * * * *',
  '@restar',
  '@every',
  '0 seconds',
  '60 seconds',
  '-1 seconds',
  '10000000000 seconds',
  '5 secondc',
  '50 seconds c',
  '٣ * * * *',
  '5\u00a0* * * *',
  'a'.repeat(1000),
];

describe('a schedule', () => {
  it.each(accepted)('%j is read', (text) => expect(parseSchedule(text)).toHaveProperty('kind'));
  it.each(refused)('%j is refused', (text) =>
    expect(() => parseSchedule(text)).toThrow(`invalid schedule: ${text}`));
});

describeOnEveryServer('cron.schedule', (server) => {
  const { apply } = useSiteMigrations(server);
  const schedule = (text: string) => server().database.sql`select cron.schedule('one', ${text}, 'select 1')`;

  it('takes the same schedules, and refuses the others with the reason', async () => {
    await apply('create extension if not exists pg_cron');
    for (const text of accepted) expect([text, await schedule(text)]).toEqual([text, [expect.anything()]]);
    for (const text of refused) {
      const error = await schedule(text).catch((reason: unknown) => reason);
      expect(error, text).toMatchObject({
        message: `invalid schedule: ${text}`,
        code: '22023',
        hint: expect.stringContaining("'0 3 * * *'"),
      });
    }
    const id = server().database.sql`select jobid from cron.job where jobname = 'one'`;
    const alter = server().database.sql`
      select cron.alter_job(${(await id)[0]?.jobid}, schedule => '99 99 * * *')`;
    await expect(alter).rejects.toThrow('invalid schedule: 99 99 * * *');
  });
});
