import { expect, test } from 'vitest';
import { startAdmin } from '../harness/admin/test-admin.ts';

const admin = startAdmin();

test('an owner passes the gate', async () => {
  const { status, body } = await admin().call('/nothing-here');
  expect([status, body.code]).toEqual([404, 'not-found']);
});
test('a reader does not', async () => {
  const { token } = await admin().createPerson();
  const { status, body } = await admin().call('/nothing-here', { as: token });
  expect([status, body.code]).toEqual([403, 'not-owner']);
});
