import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { openTestDatabase } from '../../../tests/harness/auth/open-test-database.ts';
import {
  startTestSmsProvider,
  type TestSmsProvider,
} from '../../../tests/harness/auth/start-test-sms-provider.ts';
import { createSmsSender, type RunningSmsSender } from './create-sms-sender.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let sender: RunningSmsSender | undefined;
let twilio: TestSmsProvider | undefined;
afterEach(async () => {
  await sender?.close();
  twilio?.close();
  [sender, twilio] = [undefined, undefined];
  await database.sql`truncate porchlight.message_queue`;
});

async function startTwilio(answers: Parameters<typeof startTestSmsProvider>[0]) {
  twilio = await startTestSmsProvider(answers);
  return twilio;
}

function openSender(
  address: string | undefined,
  more: { from?: string; contentSid?: string; timeLimit?: number } = {},
) {
  sender = createSmsSender({
    database,
    sms: {
      provider: address === undefined ? '' : 'twilio',
      settings: {
        account_sid: 'AC1',
        auth_token: 'hush',
        message_service_sid: more.from ?? 'MG1',
        content_sid: more.contentSid ?? '',
      },
      testOtp: { '15550123': '123456' },
    },
    fetch,
    log: () => {},
    retry: { pausesSeconds: [0.1], giveUpAfterSeconds: 3600 },
    timeLimit: more.timeLimit ?? 10_000,
    ...(address === undefined ? {} : { address }),
  });
  return sender;
}

function queueMessage(by: RunningSmsSender, to = '15550100', channel: 'sms' | 'whatsapp' = 'sms') {
  return database.transaction((sql) =>
    by.queue(sql, { to, text: 'Your code is 271828', channel, otp: '271828' }),
  );
}

const readRows = () => database.sql`select * from porchlight.message_queue order by created_at`;
const patiently = { timeout: 15_000 };

describe('Twilio', () => {
  test('gets the message as a form, and its content is deleted afterward', async () => {
    const { asked, address } = await startTwilio([{ status: 201, body: { sid: 'SM1', status: 'queued' } }]);
    const { messageId } = await queueMessage(openSender(address));
    await expect.poll(readRows, patiently).toMatchObject([{ id: messageId, state: 'sent', content: null }]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe('/2010-04-01/Accounts/AC1/Messages.json');
    expect(asked[0]?.headers.authorization).toBe(`Basic ${btoa('AC1:hush')}`);
    expect(asked[0]?.form).toEqual({
      To: '+15550100',
      MessagingServiceSid: 'MG1',
      Body: 'Your code is 271828',
    });
  });

  test.each([
    ['sms', '+15550199', '', { To: '+15550100', From: '+15550199', Body: 'Your code is 271828' }],
    [
      'whatsapp',
      '+15550199',
      '',
      { To: 'whatsapp:+15550100', From: 'whatsapp:+15550199', Body: 'Your code is 271828' },
    ],
    [
      'whatsapp',
      'MG1',
      'HX1',
      {
        To: 'whatsapp:+15550100',
        MessagingServiceSid: 'MG1',
        ContentSid: 'HX1',
        ContentVariables: '{"1":"271828"}',
      },
    ],
  ] as const)('a message by %s from %s', async (channel, from, contentSid, form) => {
    const { asked, address } = await startTwilio([{ status: 201 }]);
    await queueMessage(openSender(address, { from, contentSid }), '+15550100', channel);
    await expect.poll(() => asked.map((request) => request.form), patiently).toEqual([form]);
  });

  test.each([
    ['is unavailable', { status: 503 }],
    ['limits our rate', { status: 429 }],
    ['rejects our password', { status: 401, body: { message: 'Authenticate' } }],
    ['does not answer', undefined],
  ])('that %s is retried with the same token', async (_name, answer) => {
    const { asked, address } = await startTwilio([answer, { status: 201 }]);
    await queueMessage(openSender(address, { timeLimit: answer === undefined ? 300 : 10_000 }));
    await expect.poll(readRows, patiently).toMatchObject([{ state: 'sent', attempts: 2 }]);
    const tokens = asked.map(({ headers }) => headers['i-twilio-idempotency-token']);
    expect(new Set(tokens).size).toBe(1);
  });

  test.each([
    [{ status: 400, body: { code: 21211, message: "The 'To' number is not valid" } }, 'not valid'],
    [{ status: 201, body: { sid: 'SM1', status: 'failed', error_message: 'Unreachable' } }, 'Unreachable'],
  ])('that refuses is not retried: %j', async (answer, reason) => {
    const { address } = await startTwilio([answer]);
    await queueMessage(openSender(address));
    await expect
      .poll(readRows, patiently)
      .toMatchObject([{ state: 'refused', content: null, last_error: expect.stringContaining(reason) }]);
  });
});

test('A13: a number with a fixed code gets no message', async () => {
  const by = openSender(undefined);
  expect(await queueMessage(by, '15550123')).toEqual({ messageId: 'test-otp' });
  expect(await queueMessage(by, '+15550123')).toEqual({ messageId: 'test-otp' });
  expect(await readRows()).toEqual([]);
});

test('without a provider messages stay in the outbox', async () => {
  const { messageId } = await queueMessage(openSender(undefined));
  expect(await readRows()).toMatchObject([
    {
      id: messageId,
      medium: 'phone',
      kind: 'sms',
      recipient: '15550100',
      state: 'outbox',
      content: { code: '271828' },
    },
  ]);
});
