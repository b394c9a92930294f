import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openTestDatabase } from '../../tests/harness/auth/open-test-database.ts';
import { countQueuedMessages } from './queued-messages.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('messages that wait are counted by their medium, with the age of the oldest', async () => {
  const rows: [medium: string, state: string, age: string][] = [
    ['mail', 'queued', '2 hours'],
    ['mail', 'queued', '1 minute'],
    ['mail', 'sent', '1 day'],
    ['phone', 'refused', '1 day'],
  ];
  for (const [medium, state, age] of rows)
    await database.sql`
      insert into porchlight.message_queue (id, medium, kind, recipient, state, created_at)
      values (gen_random_uuid(), ${medium}, 'invite', 'ann@porchlight.test', ${state}, now() - ${age}::interval)`;
  const counted = await countQueuedMessages(database.auth);
  expect(counted.toSorted((one, other) => one.medium.localeCompare(other.medium))).toEqual([
    { medium: 'mail', count: 2, oldestSeconds: expect.closeTo(7200, -2) },
    { medium: 'phone', count: 0, oldestSeconds: 0 },
  ]);
});
