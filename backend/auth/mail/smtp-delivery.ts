import nodemailer from 'nodemailer';
import { composePlainMail } from './compose-plain-mail.ts';
import { toHeaderText } from './mail-address.ts';
import type { ClaimedMessage, MessageContent } from './message-store.ts';
import type { Outcome } from './sender.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  user: string;
  pass: string;
  adminEmail: string;
  senderName: string;
}

/** In milliseconds. */
export interface SmtpTimeLimits {
  /** For the connection, and again for the server's greeting. */
  connect: number;
  /** Without a byte from the server. */
  silence: number;
  /** For one mail in all: a server that trickles its answers is not silent. */
  mail: number;
}

export interface SmtpDelivery {
  deliver(message: ClaimedMessage): Promise<Outcome>;
  close(): void;
}

const usualLimits: SmtpTimeLimits = { connect: 10_000, silence: 30_000, mail: 180_000 };

/** Sends mail through an SMTP server, over a few connections that are kept for a moment. */
export function createSmtpDelivery(
  settings: SmtpSettings,
  limits: SmtpTimeLimits = usualLimits,
): SmtpDelivery {
  const domain = settings.adminEmail.slice(settings.adminEmail.lastIndexOf('@') + 1);
  let transport = createTransport(settings, limits);

  return {
    async deliver({ id, recipient, content }) {
      const current = transport;
      const timer = setTimeout(() => {
        // Only closing the connection ends an attempt, so the others on this transport end too and are repeated.
        current.close({ force: true });
        if (transport === current) transport = createTransport(settings, limits);
      }, limits.mail);
      try {
        // The same at every attempt: a server that took the mail before the connection broke can tell that it is the same.
        const messageId = `<${id}@${domain}>`;
        const envelope = { from: settings.adminEmail, to: [recipient] };
        await current.sendMail({ envelope, messageId, ...toSource(settings, messageId, recipient, content) });
        return { state: 'sent' };
      } catch (error) {
        return toOutcome(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

// Keeps out-of-office replies from answering.
const noReplies = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** The mail as it is sent, or its parts where the library has to encode something. */
function toSource(
  { senderName, adminEmail }: SmtpSettings,
  messageId: string,
  recipient: string,
  { subject: given = '', text, html }: MessageContent,
) {
  const subject = toHeaderText(given);
  const name = toHeaderText(senderName);
  const quoted = name === '' ? adminEmail : `"${name.replaceAll(/["\\]/g, '\\$&')}" <${adminEmail}>`;
  const headers = {
    ...noReplies,
    From: quoted,
    To: recipient,
    Subject: subject,
    'Message-ID': messageId,
    Date: new Date().toUTCString().replace('GMT', '+0000'),
  };
  const raw = html === undefined ? undefined : composePlainMail({ headers, text, html });
  if (raw !== undefined) return { raw };
  return {
    from: { name, address: adminEmail },
    to: { name: '', address: recipient },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    headers: noReplies,
  };
}

function createTransport(settings: SmtpSettings, limits: SmtpTimeLimits) {
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(settings.host);
  return nodemailer.createTransport({
    pool: true,
    host: settings.host,
    port: settings.port,
    secure: settings.port === 465,
    // A password is never sent over a line that somebody else could read.
    requireTLS: settings.pass !== '' && !isLocal,
    ...(settings.user === '' ? {} : { auth: { user: settings.user, pass: settings.pass } }),
    maxConnections: 4,
    // One more connection for a mail of which not a byte was sent; everything else is repeated by the queue.
    maxRequeues: 1,
    idleTimeout: 10_000,
    connectionTimeout: limits.connect,
    greetingTimeout: limits.connect,
    dnsTimeout: limits.connect,
    socketTimeout: limits.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * A 5xx answer to the recipient or to the mail itself is final. A 5xx to the login or to the sender's address is a fault of our own
 * settings, which somebody may mend while the mail waits.
 */
function toOutcome(error: unknown): Outcome {
  const text = error instanceof Error ? error.message : String(error);
  const status = readField(error, 'responseCode');
  const isAboutMail = ['EENVELOPE', 'EMESSAGE'].includes(String(readField(error, 'code')));
  const isOurFault = readField(error, 'command') === 'MAIL FROM';
  // 503 means that commands came in the wrong order: a new connection may do better.
  const isFinal = typeof status === 'number' && status >= 500 && status !== 503 && isAboutMail && !isOurFault;
  return { state: isFinal ? 'refused' : 'later', error: text };
}

function readField(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}
