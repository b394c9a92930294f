/** With a hosted project, what it does itself is refused, with a sentence that says where. */
import { expect, test } from 'vitest';
import { startAdmin } from '../harness/admin/test-admin.ts';

const admin = startAdmin({}, { embedded: undefined });

test('figures are shown, and the rest is refused', async () => {
  const { body } = await admin().call('/health');
  expect(body).toMatchObject({ isHosted: true, realtime: null, warnings: [], hints: [] });
  expect((await admin().call('/health/jobs')).body).toEqual({ jobs: null, canRun: false });
  const refused: ['GET' | 'POST', string, object?][] = [
    ['GET', '/health/backups'],
    ['POST', '/health/backups/make'],
    ['POST', '/health/backups/test', { name: 'x' }],
    ['POST', '/health/backups/stop'],
    ['GET', '/health/mails'],
    ['POST', '/health/mails/resend', { id: crypto.randomUUID() }],
    ['POST', '/health/mails/test'],
    ['GET', '/health/functions'],
    ['POST', '/health/jobs/run', { id: '1' }],
  ];
  for (const [method, path, given] of refused) {
    const answer = await admin().call(path, { method, ...(method === 'POST' && { body: given ?? {} }) });
    expect(answer, path).toMatchObject({ status: 501, body: { code: 'hosted' } });
    expect(answer.body.message).toContain('dashboard');
  }
  expect(await admin().log()).toEqual([]);
});
