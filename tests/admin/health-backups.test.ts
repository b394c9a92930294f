/** The routes of backups. What a backup has, and that stopping leaves nothing, is tested in database/backup. */
import { expect, test } from 'vitest';
import { startAdmin } from '../harness/admin/test-admin.ts';

const admin = startAdmin();
const post = (path: string, body: object = {}) => admin().call(path, { method: 'POST', body });
const read = async () => (await admin().call('/health/backups')).body;

test('a backup that cannot be made says why, and is in the log', async () => {
  expect(await read()).toMatchObject({ kind: 'cluster', backups: [] });
  expect((await post('/health/backups/make')).status).toBe(200);
  await expect.poll(async () => (await read()).job.state).toBe('failed');
  const { job, backups } = await read();
  expect(job).toMatchObject({ kind: 'make', message: expect.stringContaining('holds no database') });
  expect(backups).toEqual([]);
  expect(await admin().log()).toContain('health.backup database and files');
});

test.each(['nothing', '../..', '..', '.'])('a test of %s, which is no backup, is refused', async (name) => {
  const { status, body } = await post('/health/backups/test', { name });
  expect(status).toBe(404);
  expect(body.message).toContain('There is no such backup.');
});

test('stopping when nothing runs changes nothing', async () => {
  expect((await post('/health/backups/stop')).status).toBe(200);
});
