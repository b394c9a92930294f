import { expect, test } from 'vitest';
import { makeFolder } from '../../../tests/harness/database/folders.ts';
import { createBackups } from './backups.ts';

test('one backup is made at a time, and another after it has ended', async () => {
  const { folder, remove } = await makeFolder();
  const backups = createBackups({ dataFolder: folder, log: () => {} });
  backups.make();
  expect(() => backups.make()).toThrow('A backup is being made or tested.');
  await backups.stop();
  expect((await backups.read()).job?.state).toBe('stopped');
  backups.make();
  await backups.stop();
  await remove();
});

test('a bucket that cannot be read is a fault of the backups, not of the page', async () => {
  const environment = {
    BACKUP_TO: 's3://backups/mine',
    BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const backups = createBackups({ dataFolder: '/nowhere', environment, log: () => {} });
  expect(await backups.read()).toMatchObject({
    folder: 's3://backups/mine',
    backups: [],
    placeFault: expect.stringContaining('Check that http://127.0.0.1:1 is right'),
  });
});
