import type { Database, TransactionSql } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { createMessageQueue } from '../mail/message-queue.ts';
import type { RetryPlan } from '../mail/record-outcome.ts';
import type { Clock, Hook, Mailer, MailKind, MailRequest, Randomness } from '../service/ports.ts';
import { isHttpHook } from './create-hooks.ts';
import { createHookDelivery } from './hook-delivery.ts';
import { hookMetadata } from './hook-payload.ts';

export interface HookSenderOptions {
  hook: Hook;
  database: Pick<Database, 'sql' | 'batch' | 'listen'>;
  clock: Clock;
  random: Randomness;
  log: Log;
  retry?: RetryPlan;
}

/** Read by hooks as `email_action_type`: keep these names. A notification has the name of its mail. */
const actionTypes: Partial<Record<MailKind, string>> = {
  confirmation: 'signup',
  magic_link: 'magiclink',
};

const minute = 60;
const defaultRetry: RetryPlan = {
  pausesSeconds: [5, 30, 2 * minute, 10 * minute, 60 * minute],
  giveUpAfterSeconds: 24 * 60 * minute,
};

/**
 * Mail that a hook writes and sends. An HTTP hook is called from the queue, so that a hook that is down neither loses a mail nor
 * delays an answer; a database function is called at once, within the transaction, and can abort it.
 */
export function createHookMailer(
  options: HookSenderOptions & { externalUrl: string },
): Mailer & { close(): Promise<void> } {
  const { hook, random } = options;
  const deliver = isHttpHook(hook) ? createHookDelivery(hook) : undefined;
  const queue =
    deliver &&
    createMessageQueue({ ...options, medium: 'mail', deliver, retry: options.retry ?? defaultRetry });

  return {
    takesBothCodes: true,
    async queue(sql: TransactionSql, mail: MailRequest) {
      const payload = toPayload(mail);
      if (queue === undefined) await hook.call(payload, sql);
      else {
        const content = { text: '', payload: JSON.stringify(payload) };
        await queue.add(sql, { id: random.uuid(), kind: mail.kind, recipient: mail.to, content });
      }
    },
    async close() {
      await queue?.close();
    },
  };

  function toPayload({ kind, variables, about }: MailRequest): object {
    if (about === undefined) throw new Error(`The mail ${kind} has no user to pass to the hook.`);
    return {
      metadata: hookMetadata(options, 'send_email', about.clientAddress),
      user: about.user,
      // Read by hooks: keep these keys.
      email_data: {
        token: variables.Token ?? '',
        token_hash: variables.TokenHash ?? '',
        redirect_to: variables.RedirectTo ?? '',
        email_action_type: actionTypes[kind] ?? kind,
        site_url: options.externalUrl,
        token_new: variables.TokenNew ?? '',
        token_hash_new: variables.TokenHashNew ?? '',
        old_email: variables.OldEmail ?? '',
        old_phone: variables.OldPhone ?? '',
        provider: variables.Provider ?? '',
        factor_type: variables.FactorType ?? '',
      },
    };
  }
}
