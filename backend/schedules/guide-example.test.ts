/** The examples of the guide, as they are written there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { makeVaultKey } from '../../tests/harness/database/vault-key.ts';
import { repository } from '../../tests/harness/read-tree.ts';
import { useSchedules } from '../../tests/harness/schedules/test-schedules.ts';
import { findNextDue } from './find-next-due.ts';
import { parseSchedule } from './parse-schedule.ts';

const page = readFileSync(join(repository, 'content/posts/1.guide/19.schedules.md'), 'utf8');

describeOnEveryServer("the guide's page about schedules", (server) => {
  const { apply } = useSiteMigrations(server);
  const { start, listRuns } = useSchedules(server);

  it('has jobs that run', async () => {
    const files = [...page.matchAll(/```sql \[[^\]]*\]\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    await makeVaultKey(server().database.sql);
    for (const file of files) await apply(file);
    const schedules = await start('2027-01-02T02:59:30Z');
    for (const time of ['2027-01-02T03:00:00Z', '2027-01-03T00:00:00Z']) schedules.moveTo(time);
    await expect
      .poll(async () => new Set((await listRuns()).map(({ name, status }) => `${name} ${status}`)))
      .toEqual(
        new Set(
          ['delete old visits', 'refresh popular pages', 'hourly report', 'delete old runs'].map(
            (name) => `${name} succeeded`,
          ),
        ),
      );
    const question = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(await server().database.sql.script(question)).not.toEqual([]);
  });

  it('has a table of schedules that can be read', () => {
    const rows = [...page.matchAll(/^\| (`.*`) \|/gm)].map(([, cell = '']) => cell);
    const texts = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
    expect(texts).toHaveLength(12);
    for (const text of texts.filter((one) => one !== '@reboot'))
      expect(findNextDue(parseSchedule(text), 0), text).toBeGreaterThan(0);
  });
});
