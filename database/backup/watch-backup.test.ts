import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { processesIn } from '../../tests/durability/processes.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { describeWithoutServer } from '../../tests/harness/database/servers.ts';
import type { Database } from '../database.ts';
import { ownMigrations } from '../migration-files.ts';
import { openDatabase } from '../open-database.ts';
import { backupFolder, listBackups } from './list-backups.ts';
import { makeBackup } from './make-backup.ts';
import { manifestPath } from './manifest.ts';
import type { BackupProgress } from './progress.ts';
import { testBackup } from './test-backup.ts';

const log = () => {};
const slow = 120_000;

describeWithoutServer('a backup that is watched', () => {
  let folder = '';
  let remove = async () => {};
  let database: Database | undefined;
  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
    database = await openDatabase({
      dataFolder: folder,
      log,
      migrations: [ownMigrations],
      answerWithinMs: 20_000,
    });
    await mkdir(join(folder, 'files'));
    await writeFile(join(folder, 'files', 'tom.txt'), 'meow');
  }, slow);
  afterEach(async () => {
    await database?.close();
    expect(processesIn(folder)).toEqual([]);
    await remove();
  }, slow);

  it(
    'tells how far it is, is listed, and can be tested again',
    async () => {
      const seen: BackupProgress[] = [];
      const from = await makeBackup({
        dataFolder: folder,
        log,
        onProgress: (progress) => seen.push(progress),
      });
      expect([...new Set(seen.map(({ step }) => step))]).toEqual(['copy', 'read', 'files']);
      expect(seen.every(({ done, total = done }) => done <= total)).toBe(true);
      const [made] = await listBackups(backupFolder(folder));
      expect(made).toMatchObject({ kind: 'cluster', bytes: expect.any(Number) });
      await mkdir(join(backupFolder(folder), 'not-a-backup'));
      await testBackup({ dataFolder: folder, from, log });
      const [tested, ...others] = await listBackups(backupFolder(folder));
      expect(others).toEqual([]);
      expect(Date.parse(tested?.tested ?? '')).toBeGreaterThan(Date.parse(made?.tested ?? ''));
      // What was in it when it was made is noted.
      const noted = await readFile(manifestPath(from), 'utf8');
      await writeFile(manifestPath(from), noted.replace(/"ownRows": (\d+)/, '"ownRows": 1$1'));
      await expect(testBackup({ dataFolder: folder, from, log })).rejects.toThrow(
        /had 1\d+ rows when it was made/,
      );
      await writeFile(manifestPath(from), noted);
      await rm(join(from, 'files', 'files', 'tom.txt'));
      await expect(testBackup({ dataFolder: folder, from, log })).rejects.toThrow(
        /had \d+ bytes when it was/,
      );
      await rm(join(from, 'postgres', 'data', 'global', 'pg_control'));
      await expect(testBackup({ dataFolder: folder, from, log })).rejects.toThrow();
      expect((await listBackups(backupFolder(folder)))[0]).toEqual(tested);
      await rm(manifestPath(from));
      expect(await listBackups(backupFolder(folder))).toEqual([]);
      expect((await readdir(folder)).filter((name) => name.includes('.new-'))).toEqual([]);
    },
    slow,
  );

  it.each(['copy', 'read', 'files'])(
    'leaves nothing behind when it is stopped at the step %s',
    async (at) => {
      const stopping = new AbortController();
      const onProgress = ({ step }: BackupProgress) => {
        if (step === at) stopping.abort(new Error('stopped by the owner'));
      };
      const making = makeBackup({ dataFolder: folder, log, signal: stopping.signal, onProgress });
      await expect(making).rejects.toThrow('stopped by the owner');
      expect((await readdir(folder)).filter((name) => /^backup/.test(name))).toEqual([]);
    },
    slow,
  );
});
