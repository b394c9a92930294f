/** A real SMTP server on loopback that stores its mails, so that a test can read them. */
import { setTimeout as wait } from 'node:timers/promises';
import { startTestSmtp } from './auth/start-test-smtp.ts';

export interface CaughtMail {
  to: string;
  subject: string;
  body: string;
  /** The address of the first link, and the code of six digits. */
  link: string;
  code: string;
}

export interface MailCatcher {
  port: number;
  /** Waits for the next unread mail to an address. */
  take(to: string): Promise<CaughtMail>;
  count(to: string): number;
  close(): Promise<void>;
}

const patienceMs = 60_000;

export async function createMailCatcher(): Promise<MailCatcher> {
  const caught: CaughtMail[] = [];
  const read = new Set<CaughtMail>();
  const server = await startTestSmtp({
    async onMail({ to, source }) {
      for (const address of to) caught.push(parseMail(address, source));
    },
  });

  return {
    port: server.port,
    async take(to) {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const mail = caught.find((candidate) => candidate.to === to && !read.has(candidate));
        if (mail) {
          read.add(mail);
          return mail;
        }
        if (Date.now() > deadline) throw new Error(`No mail came to ${to}.`);
        await wait(25);
      }
    },
    count: (to) => caught.filter((mail) => mail.to === to).length,
    close: server.close,
  };
}

/** Reads the text part: the first of a mail that has two. */
function parseMail(to: string, raw: string): CaughtMail {
  const subject = /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '';
  const part = raw.slice(raw.indexOf('text/plain'));
  const isBase64 = /^Content-Transfer-Encoding: base64/im.test(part.slice(0, 300));
  const content = part.slice(part.search(/\r?\n\r?\n/)).split(/\r?\n--/)[0] ?? '';
  const body = isBase64 ? Buffer.from(content, 'base64').toString() : decodeQuotedPrintable(content);
  return {
    to,
    subject,
    body,
    link: /https?:\/\/\S+/.exec(body)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(body)?.[0] ?? '',
  };
}

function decodeQuotedPrintable(content: string): string {
  const bytes = content
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
