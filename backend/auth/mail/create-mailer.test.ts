import { describe, expect, test } from 'vitest';
import { testVariables as variables } from '../../../tests/harness/auth/open-test-mailer.ts';
import { setUpTestMail } from '../../../tests/harness/auth/set-up-test-mail.ts';

const { database, startSmtp, openMailer, queueMail, readRows } = setUpTestMail();
const slowPoll = { timeout: 15_000 };

describe('a mail that is sent', () => {
  test('arrives once, in two parts, and leaves no secret in the queue', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    await queueMail(mailer);
    await expect.poll(readRows, slowPoll).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({ from: 'door@porchlight.test', to: ['ann@porchlight.test'] });
    expect(mail?.source).toMatch(/^From: "?Porchlight \\?"at\\?" home"? <door@porchlight.test>/m);
    expect(mail?.source).toContain('Subject: Your sign-in link');
    expect(mail?.source).toMatch(/Content-Type: text\/plain/);
    expect(mail?.source).toMatch(/Content-Type: text\/html/);
    expect(mail?.source).toMatch(/^Message-ID: <[0-9a-f-]{36}@porchlight\.test>/m);
    expect(mail?.source).toContain('271828');
    expect(JSON.stringify(await readRows())).not.toMatch(/271828|secret-link/);
  });

  test('exists only if its transaction commits', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    const rolledBack = database().transaction(async (sql) => {
      await mailer.queue(sql, { kind: 'magic_link', to: 'unknown@porchlight.test', variables });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await queueMail(mailer);
    await expect.poll(() => smtp.received.length, slowPoll).toBe(1);
    expect(await readRows()).toHaveLength(1);
    expect(smtp.received[0]?.to).toEqual(['ann@porchlight.test']);
  });

  test('is sent by a process that starts later', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    await mailer.close();
    await queueMail(mailer);
    expect(await readRows()).toMatchObject([{ state: 'queued', attempts: 0 }]);
    await openMailer(smtp);
    await expect.poll(() => smtp.received.length, slowPoll).toBe(1);
  });

  test('is sent once when three senders share the queue', async () => {
    const smtp = await startSmtp();
    const mailers = [await openMailer(smtp), await openMailer(smtp), await openMailer(smtp)];
    const names = Array.from({ length: 40 }, (_, index) => `person${index}@porchlight.test`);
    await Promise.all(names.map((name, index) => queueMail(mailers[index % 2]?.mailer ?? fail(), name)));
    await expect
      .poll(async () => (await readRows()).filter(({ state }) => state === 'sent').length, slowPoll)
      .toBe(40);
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(names.sort());
  });
});

describe('without SMTP', () => {
  test('mails stay in the outbox with link and code', async () => {
    const { mailer } = await openMailer({});
    await queueMail(mailer);
    expect(await readRows()).toMatchObject([
      {
        state: 'outbox',
        medium: 'mail',
        kind: 'magic_link',
        recipient: 'ann@porchlight.test',
        content: { subject: 'Your sign-in link', link: variables.ConfirmationURL, code: '271828' },
      },
    ]);
  });

  test('old messages are removed', async () => {
    const { mailer } = await openMailer({});
    for (const name of ['old', 'young']) await queueMail(mailer, `${name}@porchlight.test`);
    await database().sql`
      update porchlight.message_queue set created_at = now() - interval '25 hours' where recipient like 'old%'`;
    await openMailer({});
    await expect.poll(readRows, slowPoll).toMatchObject([{ recipient: 'young@porchlight.test' }]);
  });

  test('messages that the database has queued wait for two days', async () => {
    for (const hours of [47, 49])
      await database().sql`
        insert into porchlight.message_queue (id, medium, kind, recipient, state, created_at)
        values (gen_random_uuid(), 'mail', 'to_owners', ${`${hours}@porchlight.test`}, 'queued',
          now() - make_interval(hours => ${hours}))`;
    await openMailer({});
    await expect.poll(readRows, slowPoll).toMatchObject([{ recipient: '47@porchlight.test' }]);
  });
});

describe('header injection', () => {
  test.each([
    'ann@porchlight.test\r\nBcc: all@porchlight.test',
    'ann@porchlight.test, bob@porchlight.test',
    '<ann@porchlight.test>',
    '"ann bob"@porchlight.test',
    'ann@[127.0.0.1]',
    'ann',
    'ann@porchlight.test>\r\nRCPT TO:<bob@porchlight.test',
  ])('no mail is sent to %j', async (address) => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    await queueMail(mailer, address);
    await queueMail(mailer, 'fine@porchlight.test');
    await expect
      .poll(() => smtp.received.flatMap(({ to }) => to), slowPoll)
      .toEqual(['fine@porchlight.test']);
    expect(await readRows()).toMatchObject([{ state: 'refused', content: null }, {}]);
  });

  test('a variable cannot add a header through the subject', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    const evil = { ...variables, Token: '1\r\nBcc: all@porchlight.test\r\n\r\nHello' };
    await database().transaction((sql) =>
      mailer.queue(sql, { kind: 'reauthentication', to: 'ann@porchlight.test', variables: evil }),
    );
    await expect.poll(() => smtp.received.length, slowPoll).toBe(1);
    const [headers] = smtp.received[0]?.source.split('\r\n\r\n') ?? [];
    expect(headers).toContain('Subject: 1 Bcc: all@porchlight.test Hello is your code');
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(smtp.received[0]?.to).toEqual(['ann@porchlight.test']);
  });
});

function fail(): never {
  throw new Error('There is no such mailer.');
}
