import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeBackup } from '../../database/backup/make-backup.ts';
import { restoreBackup } from '../../database/backup/restore-backup.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { listFiles } from '../../tests/harness/storage/test-file-stores.ts';
import { openTestStorage } from '../../tests/harness/storage/test-storage.ts';
import { createDiskStore } from './files/disk-store.ts';

const log = () => {};

it('a backup of a running site includes every stored file that its database names', async () => {
  const storage = await openTestStorage({ ownServer: true });
  const { folder: elsewhere, remove } = await makeFolder();
  try {
    const bucket = await storage.bucket();
    const files = storage.client().storage.from(bucket);
    for (const name of ['a.txt', 'b/c.txt', 'gone.txt']) await files.upload(name, `this is ${name}`);
    await mkdir(join(storage.dataFolder, 'files', 'incoming'), { recursive: true });
    await writeFile(join(storage.dataFolder, 'files', 'incoming', crypto.randomUUID()), 'half');
    const unnamed = join(storage.dataFolder, 'files', 'objects', '00', crypto.randomUUID());
    await mkdir(dirname(unnamed), { recursive: true });
    await writeFile(unnamed, 'a file of an object that came after the copy of the database');

    let isDone = false;
    const backup = makeBackup({ dataFolder: storage.dataFolder, to: join(elsewhere, 'backup'), log }).finally(
      () => {
        isDone = true;
      },
    );
    // Objects are replaced and removed while the files are copied.
    for (let round = 0; !isDone; round += 1) {
      await files.upload('a.txt', `this is a.txt, ${round}`, { upsert: true });
      if (round === 0) await files.remove(['gone.txt']);
    }

    const restored = join(elsewhere, 'site');
    await restoreBackup({ from: await backup, dataFolder: restored, force: false, log });
    const database = await openDatabase({
      dataFolder: restored,
      log,
      migrations: [ownMigrations],
      answerWithinMs: 20_000,
    });
    const rows = await database.sql<{ name: string; version: string }[]>`
      select name, version from storage.objects order by name`;
    const disk = createDiskStore({ folder: join(restored, 'files') });
    for (const { name, version } of rows) {
      const body = await disk.read(version);
      expect(body && (await new Response(body).text())).toContain(`this is ${name}`);
    }
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['a.txt', 'b/c.txt']));
    expect(await listFiles(join(restored, 'files', 'incoming'))).toEqual([]);
    // No other file: one without a row would never be removed.
    const named = await database.sql<{ version: string }[]>`
      select version from storage.objects union select version from porchlight.unclaimed_files`;
    const found = (await listFiles(join(restored, 'files', 'objects'))).map((path) => basename(path));
    expect(found.filter((version) => !named.some((row) => row.version === version))).toEqual([]);
    await database.close();
    // After the backup, files are removed again.
    await rm(unnamed);
    await files.remove(['a.txt', 'b/c.txt']);
    await expect
      .poll(async () => (await listFiles(join(storage.dataFolder, 'files', 'objects'))).length)
      .toBe(0);
  } finally {
    await storage.close();
    await remove();
  }
});
