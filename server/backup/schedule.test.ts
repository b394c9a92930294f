/** Backups that the running site makes by itself. What a backup has is tested beside this file and in database/backup. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listBackups } from '../../database/backup/list-backups.ts';
import type { Sql } from '../../database/database.ts';
import { DatabaseStartError } from '../../database/errors.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { describeOnEveryServer, describeWithoutServer } from '../../tests/harness/database/servers.ts';
import { startSite } from '../../tests/harness/start-site.ts';
import { createFolderPlace } from './folder-place.ts';
import { parseRhythm } from './rhythm.ts';
import { type BackupSchedule, type MadeBackup, startBackupSchedule } from './start-schedule.ts';

const hourMs = 3_600_000;

describeOnEveryServer('the schedule of backups', (server) => {
  let now = Date.now();
  let lines: string[] = [];
  let made: number[] = [];
  let folder = '';
  let remove = async () => {};
  const opened = new Set<BackupSchedule>();
  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
    lines = [];
    made = [];
    await server().database.sql`delete from porchlight.backup_schedule`;
  });
  afterEach(async () => {
    for (const schedule of opened) await schedule.close();
    opened.clear();
    await remove();
  });

  /** A process of the site. */
  const start = (make?: () => Promise<MadeBackup>, sql: Sql = server().database.sql) => {
    const { url } = server().database;
    const schedule = startBackupSchedule({
      settings: { every: parseRhythm('24h'), keep: undefined },
      place: createFolderPlace(folder),
      sql,
      databaseUrl: url,
      make:
        make ??
        (async () => {
          made.push(now);
          return { address: 'there' };
        }),
      log: ({ message }) => lines.push(message),
      now: () => now,
    });
    opened.add(schedule);
    return schedule;
  };
  /** Starts processes, which look at the same time, and ends them. */
  const startAndEnd = async (count: number, make?: () => Promise<MadeBackup>) => {
    const schedules = Array.from({ length: count }, () => start(make));
    await Promise.all(schedules.map((schedule) => schedule.check()));
    await Promise.all(schedules.map((schedule) => schedule.close()));
    return schedules[0];
  };

  it('lets one of several processes make the one that is due', async () => {
    const schedule = await startAndEnd(3);
    expect(made).toHaveLength(1);
    expect(lines).toEqual(['A backup was made: there.']);
    expect(await schedule?.read()).toEqual({ lastSuccess: new Date(now).toISOString(), fault: null });
  });

  it('makes none that another process made while this one looked', async () => {
    const { sql } = server().database;
    const held = Promise.withResolvers<void>();
    const slow = (async (...args: Parameters<Sql>) => {
      const rows = await sql(...args);
      await held.promise;
      return rows;
    }) as Sql;
    const late = start(undefined, slow).check();
    await startAndEnd(1);
    held.resolve();
    await late;
    expect(made).toHaveLength(1);
  });

  it('makes none before its time, and one that was missed at the next start', async () => {
    await startAndEnd(1);
    now += 23 * hourMs;
    await startAndEnd(1);
    expect(made).toHaveLength(1);
    now += 100 * hourMs;
    await startAndEnd(1);
    expect(made).toHaveLength(2);
  });

  it('tells why one failed until another one succeeds, and tries again after an hour', async () => {
    const fail = async () => {
      throw new DatabaseStartError('The disk is full. Make room there.');
    };
    const failed = await startAndEnd(2, fail);
    expect(lines).toEqual([
      'The scheduled backup failed: The disk is full. Make room there. It is tried again in an hour.',
    ]);
    const fault = { at: new Date(now).toISOString(), message: 'The disk is full. Make room there.' };
    expect(await failed?.read()).toEqual({ lastSuccess: null, fault });
    now += 0.9 * hourMs;
    await startAndEnd(1);
    expect(made).toEqual([]);
    now += 0.2 * hourMs;
    const mended = await startAndEnd(1);
    expect(made).toHaveLength(1);
    expect((await mended?.read())?.fault).toBeNull();
  });

  it('makes one again an hour after the owner stopped it', async () => {
    await startAndEnd(1, async () => 'stopped');
    expect(lines).toEqual([]);
    now += 0.9 * hourMs;
    await startAndEnd(1);
    expect(made).toEqual([]);
    now += 0.2 * hourMs;
    await startAndEnd(1);
    expect(made).toHaveLength(1);
  });

  it('makes one at the next start that ended with its process', async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<MadeBackup>();
    const schedule = start(() => {
      begun.resolve();
      return ended.promise;
    });
    void schedule.check();
    await begun.promise;
    const closed = schedule.close();
    ended.resolve('stopped');
    await closed;
    await startAndEnd(1);
    expect(made).toHaveLength(1);
  });

  it('makes one as soon as another backup or test has ended', async () => {
    await startAndEnd(1, async () => 'busy');
    await startAndEnd(1);
    expect(made).toHaveLength(1);
  });
});

describeWithoutServer('a site with BACKUP_EVERY', () => {
  it('makes backups by itself, where BACKUP_TO says', async () => {
    const { folder, remove } = await makeFolder();
    const place = join(folder, 'backups');
    const settings = { BACKUP_EVERY: '24h', BACKUP_KEEP: '7 daily', LOG_REQUESTS: 'off' };
    const site = await startSite({ env: { ...settings, BACKUP_TO: place } });
    await expect.poll(() => site.output()).toContain('A backup was made: ');
    expect(await listBackups(place)).toMatchObject([{ kind: 'cluster' }]);
    await site.stop();
    expect(await readdir(place)).toHaveLength(1);
    await remove();
  });
});
