/** The providers beside Twilio: what each is sent, and what its answers mean. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { openTestDatabase } from '../../../tests/harness/auth/open-test-database.ts';
import {
  startTestSmsProvider,
  type TestSmsProvider,
} from '../../../tests/harness/auth/start-test-sms-provider.ts';
import { parseConfig } from '../../config/read-config.ts';
import { createSmsSender, type RunningSmsSender } from './create-sms-sender.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let sender: RunningSmsSender | undefined;
let provider: TestSmsProvider | undefined;
afterEach(async () => {
  await sender?.close();
  provider?.close();
  [sender, provider] = [undefined, undefined];
  await database.sql`truncate porchlight.message_queue`;
});

const tables = {
  messagebird: 'originator = "Site"\naccess_key = "hush"',
  textlocal: 'sender = "Site"\napi_key = "hush"',
  vonage: 'from = "Site"\napi_key = "key"\napi_secret = "hush"',
};
type Name = keyof typeof tables;

const sent = {
  messagebird: { status: 201, body: { id: '1', recipients: { totalSentCount: 1 } } },
  textlocal: { status: 200, body: { status: 'success', messages: [{ id: '1' }] } },
  vonage: { status: 200, body: { messages: [{ 'message-id': '1', status: '0' }] } },
};

/** Sends a message with this table of config.toml to a provider that gives these answers in turn. */
async function send(name: Name, answers: { status: number; body?: unknown }[], text = 'Your code is 271828') {
  const running = await startTestSmsProvider(answers);
  provider = running;
  const { sms } = parseConfig(`[auth.sms.${name}]\nenabled = true\n${tables[name]}`).auth;
  sender = createSmsSender({
    database,
    sms,
    fetch,
    log: () => {},
    retry: { pausesSeconds: [0.1], giveUpAfterSeconds: 3600 },
    address: running.address,
  });
  const by = sender;
  await database.transaction((sql) => by.queue(sql, { to: '15550100', text, channel: 'sms', otp: '271828' }));
  const readRows = () => database.sql`select state, attempts, last_error from porchlight.message_queue`;
  await expect
    .poll(async () => (await readRows())[0]?.state, { timeout: 15_000 })
    .toMatch(/^(?:sent|refused)$/);
  return { asked: running.asked, row: (await readRows())[0] };
}

describe('a message', () => {
  test('goes to MessageBird with the access key in a header', async () => {
    const { asked } = await send('messagebird', [sent.messagebird]);
    expect(asked).toMatchObject([
      {
        url: '/messages',
        headers: { authorization: 'AccessKey hush' },
        form: {
          originator: 'Site',
          recipients: '15550100',
          body: 'Your code is 271828',
          type: 'sms',
          datacoding: 'unicode',
        },
      },
    ]);
  });

  test('goes to Textlocal', async () => {
    const { asked } = await send('textlocal', [sent.textlocal]);
    expect(asked.map(({ url, form }) => ({ url, form }))).toEqual([
      {
        url: '/send',
        form: { apikey: 'hush', sender: 'Site', numbers: '15550100', message: 'Your code is 271828' },
      },
    ]);
  });

  test.each([
    ['Your code is 271828', {}],
    ['Ihr Schlüssel ist 271828', { type: 'unicode' }],
  ])('goes to Vonage: %s', async (text, more) => {
    const { asked } = await send('vonage', [sent.vonage], text);
    expect(asked.map(({ url, form }) => ({ url, form }))).toEqual([
      {
        url: '/sms/json',
        form: { api_key: 'key', api_secret: 'hush', from: 'Site', to: '15550100', text, ...more },
      },
    ]);
  });
});

const birdError = (code: number, description: string) => ({ errors: [{ code, description }] });
const localError = (code: number, message: string) => ({ status: 'failure', errors: [{ code, message }] });
const vonageError = (status: string, text: string) => ({ messages: [{ status, 'error-text': text }] });

describe('a provider that', () => {
  test.each<[string, Name, { status: number; body?: unknown }]>([
    ['is unavailable', 'messagebird', { status: 503 }],
    ['rejects our key', 'messagebird', { status: 401, body: birdError(2, 'Request not allowed') }],
    ['misses our payment', 'messagebird', { status: 422, body: birdError(25, 'Not enough balance') }],
    ['is unavailable', 'textlocal', { status: 503 }],
    ['rejects our key', 'textlocal', { status: 200, body: localError(3, 'Invalid login details') }],
    ['misses our payment', 'textlocal', { status: 200, body: localError(7, 'Insufficient credits') }],
    ['is unavailable', 'vonage', { status: 503 }],
    ['limits our rate', 'vonage', { status: 200, body: vonageError('1', 'Throttled') }],
    ['rejects our key', 'vonage', { status: 200, body: vonageError('4', 'Bad Credentials') }],
    ['misses our payment', 'vonage', { status: 200, body: vonageError('9', 'Quota Exceeded') }],
  ])('%s is asked again: %s, %j', async (_name, name, answer) => {
    const { row } = await send(name, [answer, sent[name]]);
    expect(row).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test.each<[Name, { status: number; body?: unknown }, string]>([
    [
      'messagebird',
      { status: 422, body: birdError(10, 'Recipients is not valid') },
      'MessageBird answered 422: Recipients is not valid',
    ],
    [
      'messagebird',
      { status: 201, body: { recipients: { totalSentCount: 0 } } },
      'MessageBird answered 201: it was sent to no number',
    ],
    [
      'textlocal',
      { status: 200, body: localError(80, 'Invalid template') },
      'Textlocal answered 200: Invalid template (code 80)',
    ],
    [
      'vonage',
      { status: 200, body: vonageError('7', 'Number barred') },
      'Vonage answered 200: Number barred (status 7)',
    ],
    ['vonage', { status: 400 }, 'Vonage answered 400: no reason given'],
  ])('refuses is not asked again: %s, %j', async (name, answer, reason) => {
    const { asked, row } = await send(name, [answer]);
    expect(row).toMatchObject({ state: 'refused', last_error: reason });
    expect(asked).toHaveLength(1);
  });
});
