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
