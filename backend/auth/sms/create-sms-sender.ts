import { randomUUID } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import type { SmsConfig } from '../../config/auth-config.ts';
import { createMessageQueue } from '../mail/message-queue.ts';
import type { ClaimedMessage } from '../mail/message-store.ts';
import type { RetryPlan } from '../mail/record-outcome.ts';
import type { SmsSender } from '../service/ports.ts';
import { createMessageBird } from './messagebird.ts';
import type { SmsProvider } from './sms-provider.ts';
import { createTextlocal } from './textlocal.ts';
import { createTwilio } from './twilio.ts';
import { createVonage } from './vonage.ts';

export interface SmsSenderOptions {
  database: Pick<Database, 'sql' | 'batch' | 'listen'>;
  /** The `[auth.sms]` settings that concern messages themselves. */
  sms: {
    /** Empty: messages stay in the outbox. */
    provider: SmsConfig['provider'];
    settings: Record<string, string>;
    /** Fixed codes for given numbers. Nothing is sent to them. */
    testOtp: Record<string, string>;
  };
  fetch: typeof fetch;
  log: Log;
  /** The provider's URL, if not the default. */
  address?: string;
  timeLimit?: number;
  retry?: RetryPlan;
}

export interface RunningSmsSender extends SmsSender {
  /** Waits for the messages that are being sent; the others stay in the queue. */
  close(): Promise<void>;
}

/** A user enters an SMS code at once or not at all, so it is not retried for as long as a mail. */
const defaultRetry: RetryPlan = { pausesSeconds: [5, 15, 30, 60, 120], giveUpAfterSeconds: 15 * 60 };

/** The message id for a number with a fixed code, as on the reference server. */
const testMessageId = 'test-otp';

/** Text messages of the auth service, in the same queue and outbox as its mail. */
export function createSmsSender(options: SmsSenderOptions): RunningSmsSender {
  const { database, log } = options;
  const provider = createProvider(options);
  const deliver = provider && ((message: ClaimedMessage) => provider.send(toSms(message)));
  const retry = options.retry ?? defaultRetry;
  const queue = createMessageQueue({ database, medium: 'phone', deliver, retry, log });

  return {
    async queue(sql, { to, text, channel, otp }) {
      const recipient = to.replace(/^\+/, '');
      if (Object.hasOwn(options.sms.testOtp, recipient)) return { messageId: testMessageId };
      const messageId = randomUUID();
      await queue.add(sql, { id: messageId, kind: channel, recipient, content: { text, code: otp } });
      return { messageId };
    },
    close: queue.close,
  };
}

function toSms({ id, kind, recipient, content }: ClaimedMessage) {
  const channel = kind === 'whatsapp' ? ('whatsapp' as const) : ('sms' as const);
  return { to: recipient, text: content.text, channel, otp: content.code ?? '', messageId: id };
}

function createProvider({ sms, ...http }: SmsSenderOptions): SmsProvider | undefined {
  const setting = (name: string) => sms.settings[name] ?? '';
  switch (sms.provider) {
    case '':
      return undefined;
    case 'twilio': {
      const accountSid = setting('account_sid');
      const messageServiceSid = setting('message_service_sid');
      const contentSid = setting('content_sid');
      return createTwilio(
        { accountSid, authToken: setting('auth_token'), messageServiceSid, contentSid },
        http,
      );
    }
    case 'messagebird':
      return createMessageBird({ originator: setting('originator'), accessKey: setting('access_key') }, http);
    case 'textlocal':
      return createTextlocal({ sender: setting('sender'), apiKey: setting('api_key') }, http);
    case 'vonage': {
      const apiSecret = setting('api_secret');
      return createVonage({ from: setting('from'), apiKey: setting('api_key'), apiSecret }, http);
    }
  }
}
