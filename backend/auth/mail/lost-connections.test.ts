import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../tests/harness/auth/open-test-database.ts';
import { openTestMailer, testVariables } from '../../../tests/harness/auth/open-test-mailer.ts';
import { startTestSmtp } from '../../../tests/harness/auth/start-test-smtp.ts';

const slowPoll = { timeout: 15_000 };

test('mail is sent after every database connection was lost', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const smtp = await startTestSmtp();
  onTestFinished(() => smtp.close());
  const { mailer } = await openTestMailer(database, smtp);
  onTestFinished(() => mailer.close());

  const queueMail = () =>
    database.transaction((sql) =>
      mailer.queue(sql, { kind: 'magic_link', to: 'ann@porchlight.test', variables: testVariables }),
    );
  await queueMail();
  await expect.poll(() => smtp.received.length, slowPoll).toBe(1);

  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`;
  const tryToQueue = () =>
    queueMail().then(
      () => true,
      () => false,
    );
  await expect.poll(tryToQueue, slowPoll).toBe(true);
  await expect.poll(() => smtp.received.length, slowPoll).toBe(2);
});
