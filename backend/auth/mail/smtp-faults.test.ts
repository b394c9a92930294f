import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { setUpTestMail } from '../../../tests/harness/auth/set-up-test-mail.ts';
import { smtpError, startTestSmtp } from '../../../tests/harness/auth/start-test-smtp.ts';

const { database, closeLater, startSmtp, openMailer, queueMail, readRows } = setUpTestMail();
const slowPoll = { timeout: 15_000 };

describe('fault: SMTP down, slow, refusing', () => {
  test('a server that is down at first gets the mail when it is up', async () => {
    const first = await startTestSmtp();
    await first.close();
    const { mailer, log } = await openMailer(first);
    await queueMail(mailer);
    await expect
      .poll(readRows, slowPoll)
      .toMatchObject([{ state: 'queued', last_error: expect.stringContaining('ECONNREFUSED') }]);
    const second = await startSmtp({ port: first.port });
    await expect.poll(() => second.received.length, slowPoll).toBe(1);
    await expect.poll(readRows, slowPoll).toMatchObject([{ state: 'sent', last_error: null }]);
    expect(log).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'A message was not sent.' }),
    );
    expect(JSON.stringify(log)).not.toMatch(/271828|secret-link/);
  });

  test('a mail that is deferred is tried again', async () => {
    let refusals = 2;
    const smtp = await startSmtp({
      onRecipient: async () => {
        refusals -= 1;
        if (refusals >= 0) throw smtpError(451, 'Greylisted, come again');
      },
    });
    const { mailer } = await openMailer(smtp);
    await queueMail(mailer);
    await expect.poll(readRows, slowPoll).toMatchObject([{ state: 'sent', attempts: 3 }]);
    expect(smtp.received).toHaveLength(1);
  });

  test.each([
    ['recipient', { onRecipient: () => Promise.reject(smtpError(550, 'No such person')) }],
    ['mail', { onMail: () => Promise.reject(smtpError(554, 'No such person')) }],
  ])('a %s that is refused for good is not tried again', async (_name, refusing) => {
    const smtp = await startSmtp(refusing);
    const { mailer, log } = await openMailer(smtp);
    await queueMail(mailer);
    await expect.poll(readRows, slowPoll).toMatchObject([
      {
        state: 'refused',
        attempts: 1,
        content: null,
        last_error: expect.stringContaining('No such person'),
      },
    ]);
    expect(log).toMatchObject([
      { level: 'warn', message: 'A message was permanently refused.', kind: 'magic_link' },
    ]);
  });

  test('a refused mail does not delay the next', async () => {
    const smtp = await startSmtp({
      onRecipient: async (address) => {
        if (address.startsWith('bad')) throw smtpError(550, 'No such person');
      },
    });
    const { mailer } = await openMailer(smtp);
    for (const name of ['bad1', 'good1', 'bad2', 'good2']) await queueMail(mailer, `${name}@porchlight.test`);
    await expect
      .poll(async () => (await readRows()).map(({ state }) => state), slowPoll)
      .toEqual(['refused', 'sent', 'refused', 'sent']);
  });

  test('a connection that breaks in the middle leads to another attempt with the same message id', async () => {
    const ids: (string | undefined)[] = [];
    const smtp = await startSmtp({
      onMail: async ({ source }) => {
        ids.push(/^Message-ID: (.*)$/m.exec(source)?.[1]);
        if (ids.length === 1) {
          breakAll();
          throw smtpError(421, 'gone');
        }
      },
    });
    const breakAll = smtp.cut;
    const { mailer } = await openMailer(smtp);
    await queueMail(mailer);
    await expect.poll(readRows, slowPoll).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(smtp.received).toHaveLength(1);
  });

  test('a silent server is given up after the time limit, and queueing does not wait for it', async () => {
    const port = await startServer(() => {});
    const { mailer } = await openMailer({ port, timeLimits: { connect: 200, silence: 200, mail: 5000 } });
    await queueMail(mailer);
    expect(await readRows()).toMatchObject([{ state: 'queued' }]);
    await expect
      .poll(readRows, slowPoll)
      .toMatchObject([{ state: 'queued', last_error: expect.stringMatching(/greeting|timeout/i) }]);
  });

  test('a server that answers byte by byte for ever is cut off', async () => {
    const port = await startServer((socket) => {
      const timer = setInterval(() => socket.write('220-still thinking\r\n'), 50);
      socket.on('close', () => clearInterval(timer)).on('error', () => {});
    });
    const { mailer } = await openMailer({
      port,
      timeLimits: { connect: 60_000, silence: 60_000, mail: 300 },
    });
    await queueMail(mailer);
    await expect
      .poll(readRows, slowPoll)
      .toMatchObject([{ state: 'queued', last_error: expect.any(String) }]);
  });

  test('a mail that cannot be sent for too long is given up and its content deleted', async () => {
    const first = await startTestSmtp();
    await first.close();
    const { mailer, log } = await openMailer({ ...first, giveUpAfterSeconds: 0.5 });
    await queueMail(mailer);
    await expect.poll(readRows, slowPoll).toMatchObject([{ state: 'refused', content: null }]);
    expect(log.at(-1)).toMatchObject({ level: 'error', message: 'A message was not sent and is given up.' });
  });

  test('a mail whose sender died is sent by another', async () => {
    const smtp = await startSmtp();
    const { mailer } = await openMailer(smtp);
    await mailer.close();
    await queueMail(mailer);
    await database().sql`
      update porchlight.message_queue
      set claimed_by = gen_random_uuid(), attempts = 1, due_at = now() + interval '300 milliseconds'`;
    await openMailer(smtp);
    await expect.poll(readRows, slowPoll).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('closing waits for the mail in progress', async () => {
    const arrived = Promise.withResolvers<void>();
    const accepted = Promise.withResolvers<void>();
    const smtp = await startSmtp({
      onMail() {
        arrived.resolve();
        return accepted.promise;
      },
    });
    const { mailer } = await openMailer(smtp);
    await queueMail(mailer);
    await arrived.promise;
    const closed = mailer.close();
    accepted.resolve();
    await closed;
    expect(await readRows()).toMatchObject([{ state: 'sent' }]);
  });
});

/** A server that does not speak SMTP. */
async function startServer(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeLater({ close: async () => void server.close() });
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}
