/** Jobs, functions and live connections, as an owner sees them. */
import { expect, test } from 'vitest';
import { runExtensionStatement } from '../../database/extensions/run-extension-statement.ts';
import { startAdmin } from '../harness/admin/test-admin.ts';

const admin = startAdmin();
const readJobs = async () => (await admin().call('/health/jobs')).body;
const run = (id: string) => admin().call('/health/jobs/run', { method: 'POST', body: { id } });

test('a job shows its last runs, and can be run now', async () => {
  expect(await readJobs()).toEqual({ jobs: null, canRun: true });
  const { sql } = admin().database;
  await runExtensionStatement(sql, 'create extension if not exists pg_cron', () => {});
  await sql`select cron.schedule('yearly', '0 3 1 1 *', 'select 40 + 2')`;
  const [job] = (await readJobs()).jobs;
  expect(job).toMatchObject({ name: 'yearly', schedule: '0 3 1 1 *', active: true, runs: [] });
  await expect.poll(async () => (await run(job.id)).status).toBe(200);
  await expect.poll(async () => (await readJobs()).jobs[0].runs[0]?.status).toBe('succeeded');
  expect((await readJobs()).jobs[0].runs[0].message).toBe('1 row');
  expect((await admin().log()).at(-1)).toBe('health.run-job yearly');
  expect((await admin().call('/health/jobs')).text).not.toContain('40 + 2');
  expect(await run('99')).toMatchObject({ status: 404 });
  expect(await run('x')).toMatchObject({ status: 400 });
});

test('without clients and functions, there are none', async () => {
  expect((await admin().call('/health')).body.realtime).toEqual({ sockets: 0, channels: 0 });
  expect((await admin().call('/health/functions')).body).toEqual({ functions: [] });
});
