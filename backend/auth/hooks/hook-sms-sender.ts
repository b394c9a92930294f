import type { TransactionSql } from '../../../database/database.ts';
import { createMessageQueue } from '../mail/message-queue.ts';
import type { RetryPlan } from '../mail/record-outcome.ts';
import type { SmsRequest, SmsSender } from '../service/ports.ts';
import { isHttpHook } from './create-hooks.ts';
import { createHookDelivery } from './hook-delivery.ts';
import type { HookSenderOptions } from './hook-mailer.ts';
import { hookMetadata } from './hook-payload.ts';

const defaultRetry: RetryPlan = { pausesSeconds: [5, 15, 30, 60, 120], giveUpAfterSeconds: 15 * 60 };

/** Text messages that a hook sends, in the same way as mail. */
export function createHookSmsSender(options: HookSenderOptions): SmsSender & { close(): Promise<void> } {
  const { hook, random } = options;
  const deliver = isHttpHook(hook) ? createHookDelivery(hook) : undefined;
  const queue =
    deliver &&
    createMessageQueue({ ...options, medium: 'phone', deliver, retry: options.retry ?? defaultRetry });

  return {
    async queue(sql: TransactionSql, message: SmsRequest) {
      const messageId = random.uuid();
      const payload = toPayload(message);
      if (queue === undefined) await hook.call(payload, sql);
      else {
        const content = { text: '', payload: JSON.stringify(payload) };
        const { to: recipient, channel: kind } = message;
        await queue.add(sql, { id: messageId, kind, recipient, content });
      }
      return { messageId };
    },
    async close() {
      await queue?.close();
    },
  };

  function toPayload({ to, otp, isSecondFactor, about }: SmsRequest): object {
    if (about === undefined) throw new Error('The text message has no user to pass to the hook.');
    return {
      metadata: hookMetadata(options, 'send_sms', about.clientAddress),
      user: about.user,
      // Read by hooks: keep these keys.
      sms: { otp, ...(isSecondFactor ? { sms_type: 'mfa' } : {}), phone: to },
    };
  }
}
