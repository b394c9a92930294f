import nodemailer from 'nodemailer';
import { toErrorMessage } from '../../http/describe-error.ts';
import { toHeaderText } from './mail-address.ts';
import type { ClaimedMessage } from './message-store.ts';
import type { Outcome } from './record-outcome.ts';

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
  /** For one mail in total: a server that answers byte by byte is not silent. */
  mail: number;
}

export interface SmtpDelivery {
  deliver(message: ClaimedMessage): Promise<Outcome>;
  close(): void;
}

const defaultLimits: SmtpTimeLimits = { connect: 10_000, silence: 30_000, mail: 180_000 };

/** Sends mail through an SMTP server, over a few short-lived pooled connections. */
export function createSmtpDelivery(
  settings: SmtpSettings,
  limits: SmtpTimeLimits = defaultLimits,
): SmtpDelivery {
  const domain = settings.adminEmail.slice(settings.adminEmail.lastIndexOf('@') + 1);
  let transport = createTransport(settings, limits);

  return {
    async deliver({ id, recipient, content }) {
      const current = transport;
      const timer = setTimeout(() => {
        // Only closing the connection ends an attempt, so the other attempts on this transport end too and are repeated.
        current.close({ force: true });
        if (transport === current) transport = createTransport(settings, limits);
      }, limits.mail);
      try {
        await current.sendMail({
          // The same at every attempt, so that a server that accepted the mail before the connection broke can detect the
          // repetition.
          messageId: `<${id}@${domain}>`,
          from: { name: toHeaderText(settings.senderName), address: settings.adminEmail },
          to: { name: '', address: recipient },
          envelope: { from: settings.adminEmail, to: [recipient] },
          ...(content.replyTo !== undefined && { replyTo: { name: '', address: content.replyTo } }),
          subject: toHeaderText(content.subject ?? ''),
          text: content.text,
          ...(content.html === undefined ? {} : { html: content.html }),
          // Suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
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

function createTransport(settings: SmtpSettings, limits: SmtpTimeLimits) {
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(settings.host);
  return nodemailer.createTransport({
    pool: true,
    host: settings.host,
    port: settings.port,
    secure: settings.port === 465,
    // A password is never sent over an unencrypted connection.
    requireTLS: settings.pass !== '' && !isLocal,
    ...(settings.user === '' ? {} : { auth: { user: settings.user, pass: settings.pass } }),
    maxConnections: 4,
    // One new connection for a mail of which no byte was sent; the queue repeats all others.
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
 * A 5xx answer to the recipient or to the mail itself is final. A 5xx to the login or to the sender's address is a fault of the
 * settings, which the owner may fix while the mail waits.
 */
function toOutcome(error: unknown): Outcome {
  const text = toErrorMessage(error);
  const status = readField(error, 'responseCode');
  const isAboutMail = ['EENVELOPE', 'EMESSAGE'].includes(String(readField(error, 'code')));
  const isOurFault = readField(error, 'command') === 'MAIL FROM';
  // 503 means that commands came in the wrong order: a new connection may succeed.
  const isFinal = typeof status === 'number' && status >= 500 && status !== 503 && isAboutMail && !isOurFault;
  return { state: isFinal ? 'refused' : 'later', error: text };
}

function readField(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}
