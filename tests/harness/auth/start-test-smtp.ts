import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
}

/** What the server does with a complete mail; an error with a `responseCode` refuses it. */
export type OnMail = (mail: ReceivedMail, session: SMTPServerSession) => Promise<void>;

export interface TestSmtp {
  port: number;
  /** Mails that were accepted. */
  received: ReceivedMail[];
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** For tests: a real SMTP server on loopback. */
export async function startTestSmtp(
  options: { port?: number; onRecipient?: (address: string) => Promise<void>; onMail?: OnMail } = {},
): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      (options.onRecipient?.(address) ?? Promise.resolve()).then(() => done(), done);
    },
    async onData(stream, session, done) {
      const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
      const mail = { from, to: session.envelope.rcptTo.map(({ address }) => address), source: '' };
      try {
        // It throws when the sender is gone in the middle of the mail.
        for await (const chunk of stream) mail.source += chunk;
        await options.onMail?.(mail, session);
        received.push(mail);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const bound = server.server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    received,
    cut,
    async close() {
      cut();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
