import { randomUUID } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import type { Mailer, MailRequest } from '../service/ports.ts';
import { runStatements } from '../service/statements.ts';
import { isMailAddress } from './mail-address.ts';
import { collectOverrides, readMailTemplates, type TemplateSettings } from './mail-templates.ts';
import { createMessageQueue } from './message-queue.ts';
import { refusedStatement } from './message-store.ts';
import type { RetryPlan } from './record-outcome.ts';
import type { SmtpDelivery, SmtpSettings, SmtpTimeLimits } from './smtp-delivery.ts';

export interface MailerOptions {
  database: Pick<Database, 'sql' | 'batch' | 'listen'>;
  /** The `[auth.email]` settings that concern mail itself. */
  email: TemplateSettings & { smtp: SmtpSettings & { enabled: boolean } };
  /** The folder of config.toml. */
  folder: string;
  log: Log;
  retry?: RetryPlan;
  timeLimits?: SmtpTimeLimits;
}

export interface RunningMailer extends Mailer {
  /** Reads the templates again. With a fault in one of them, all stay as they were. */
  reloadTemplates(): Promise<void>;
  /** Waits for the mails that are being sent; the others stay in the queue. */
  close(): Promise<void>;
}

const minute = 60;
const defaultRetry: RetryPlan = {
  pausesSeconds: [5, 30, 2 * minute, 10 * minute, 60 * minute],
  giveUpAfterSeconds: 24 * 60 * minute,
};

/**
 * Mail of the auth service: rendered and queued within a transaction, then sent by SMTP, or kept in the outbox when there is
 * none.
 */
export async function createMailer(options: MailerOptions): Promise<RunningMailer> {
  const { database, email, log } = options;
  const overrides = collectOverrides(email, options.folder, log);
  let renderMail = await readMailTemplates(overrides);
  const smtp = email.smtp.enabled ? await createSmtp(email.smtp, options.timeLimits) : undefined;
  const retry = options.retry ?? defaultRetry;
  const queue = createMessageQueue({ database, medium: 'mail', deliver: smtp?.deliver, retry, log });

  const write = ({ kind, to, variables }: MailRequest) => ({
    id: randomUUID(),
    kind,
    recipient: to,
    content: renderMail(kind, variables),
  });

  const refuse = (mail: MailRequest) =>
    refusedStatement('mail', write(mail), 'No mail can be sent to this address.');

  return {
    async queue(sql, mail) {
      if (isMailAddress(mail.to)) await queue.add(sql, write(mail));
      else await runStatements(sql, [refuse(mail)]);
    },
    prepare: (mail) =>
      isMailAddress(mail.to) ? queue.prepare(write(mail)) : { statement: refuse(mail), onEnd: () => {} },
    async reloadTemplates() {
      renderMail = await readMailTemplates(overrides);
    },
    async close() {
      await queue.close();
      smtp?.close();
    },
  };
}

async function createSmtp(settings: SmtpSettings, limits: SmtpTimeLimits | undefined): Promise<SmtpDelivery> {
  if (settings.host === '') throw new Error('auth.email.smtp is enabled but auth.email.smtp.host is empty.');
  if (!isMailAddress(settings.adminEmail)) {
    const given = JSON.stringify(settings.adminEmail);
    throw new Error(`auth.email.smtp.admin_email must be the address that mails come from, got ${given}.`);
  }
  // Imported only where mail is sent: it would be a tenth of every start.
  const { createSmtpDelivery } = await import('./smtp-delivery.ts');
  return createSmtpDelivery(settings, limits);
}
