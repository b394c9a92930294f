import { describe, expect, test } from 'vitest';
import { testVariables as variables } from '../../../tests/harness/auth/open-test-mailer.ts';
import { setUpTestMail } from '../../../tests/harness/auth/set-up-test-mail.ts';
import type { RunningMailer } from './create-mailer.ts';

const { database, startSmtp, openMailer, queueMail, readRows } = setUpTestMail();
const slowPoll = { timeout: 15_000 };

function prepareMail(mailer: RunningMailer, to = 'ann@porchlight.test') {
  const mail = mailer.prepare?.({ kind: 'magic_link', to, variables });
  if (mail === undefined) throw new Error('This mailer prepares nothing.');
  return mail;
}

describe('a mail that is written as part of a batch', () => {
  test('is claimed from the start and sent when the batch has committed', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    const mail = prepareMail(mailer);
    await database().batch([mail.statement]);
    expect(await readRows()).toMatchObject([
      { state: 'queued', attempts: 1, claimed_by: expect.any(String) },
    ]);
    expect(smtp.received).toHaveLength(0);
    mail.onEnd();
    await expect
      .poll(readRows, slowPoll)
      .toMatchObject([{ state: 'sent', attempts: 1, content: null, claimed_by: null }]);
    expect(smtp.received).toHaveLength(1);
  });

  test('is not sent when the batch was rolled back', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    const mail = prepareMail(mailer, 'unknown@porchlight.test');
    const batch = database().batch([mail.statement, { text: 'select 1 / 0', values: [] }]);
    mail.onEnd(await batch.catch((error: unknown) => error));
    await queueMail(mailer);
    await expect.poll(() => smtp.received.map(({ to }) => to), slowPoll).toEqual([['ann@porchlight.test']]);
    expect(await readRows()).toHaveLength(1);
  });

  test('is sent by the queue when the connection broke before the commit was confirmed', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    const mail = prepareMail(mailer);
    await database().batch([mail.statement]);
    mail.onEnd(new Error('The connection to the database was closed.'));
    await expect.poll(readRows, slowPoll).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(smtp.received).toHaveLength(1);
  });

  test('is sent by another process when this one has died', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    await database().batch([prepareMail(mailer).statement]);
    await mailer.close();
    await database().sql`update porchlight.message_queue set due_at = now()`;
    await openMailer(smtp);
    await expect.poll(readRows, slowPoll).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(smtp.received).toHaveLength(1);
  });

  test('is sent once, also when there are more than the process keeps in memory', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    const names = Array.from({ length: 40 }, (_, index) => `person${index}@porchlight.test`);
    const mails = names.map((name) => prepareMail(mailer, name));
    await database().batch(mails.map(({ statement }) => statement));
    const claimed = (await readRows()).filter(({ claimed_by }) => claimed_by !== null);
    expect(claimed.length).toBeGreaterThan(0);
    expect(claimed.length).toBeLessThan(40);
    for (const mail of mails) mail.onEnd();
    await expect
      .poll(async () => (await readRows()).filter(({ state }) => state === 'sent').length, slowPoll)
      .toBe(40);
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(names.sort());
  });

  test('stays in the outbox without SMTP', async () => {
    const { mailer } = await openMailer({});
    const mail = prepareMail(mailer);
    await database().batch([mail.statement]);
    mail.onEnd();
    expect(await readRows()).toMatchObject([{ state: 'outbox', content: { code: '271828' } }]);
  });

  test('is recorded as refused when its address is invalid', async () => {
    const { mailer } = await openMailer({});
    await database().batch([prepareMail(mailer, '"a b"@porchlight.test').statement]);
    expect(await readRows()).toMatchObject([{ state: 'refused', content: null }]);
  });
});
