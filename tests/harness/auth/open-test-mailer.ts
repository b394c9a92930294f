import { createMailer, type RunningMailer } from '../../../backend/auth/mail/create-mailer.ts';
import type { SmtpTimeLimits } from '../../../backend/auth/mail/smtp-delivery.ts';
import type { Database } from '../../../database/database.ts';
import type { LogEntry } from '../../../database/log.ts';

export interface TestMailer {
  mailer: RunningMailer;
  log: LogEntry[];
}

/** For tests: a mailer with an SMTP server on loopback, or without one, and without pauses between attempts. */
export async function openTestMailer(
  database: Database,
  options: { port?: number; giveUpAfterSeconds?: number; timeLimits?: SmtpTimeLimits },
): Promise<TestMailer> {
  const log: LogEntry[] = [];
  const smtp = {
    enabled: options.port !== undefined,
    host: '127.0.0.1',
    port: options.port ?? 0,
    user: '',
    pass: '',
    adminEmail: 'door@porchlight.test',
    senderName: 'Porchlight "at" home',
  };
  const mailer = await createMailer({
    database,
    email: { smtp, template: {}, notification: {} },
    folder: import.meta.dirname,
    log: (entry) => log.push(entry),
    retry: { pausesSeconds: [0.2], giveUpAfterSeconds: options.giveUpAfterSeconds ?? 3600 },
    ...(options.timeLimits === undefined ? {} : { timeLimits: options.timeLimits }),
  });
  return { mailer, log };
}

export const testVariables = {
  ConfirmationURL: 'https://porchlight.test/confirm?token=secret-link',
  Token: '271828',
  SiteURL: 'https://porchlight.test',
  Email: 'ann@porchlight.test',
};
