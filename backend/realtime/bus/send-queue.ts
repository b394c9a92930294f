/** Sends messages to the other processes in their order. What is added while a statement runs leaves with the next one. */
import type { Connections } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { createSeal, maxPartBytes } from './sealed-notification.ts';

export interface SendQueue {
  /** Returns at once: a slow database delays only the other processes. */
  add(message: Buffer): void;
  /** Resolves when everything was sent, or could not be. */
  sent(): Promise<void>;
}

interface SendQueueOptions {
  database: Pick<Connections, 'batch'>;
  channel: string;
  key: Buffer;
  /** The name of this one. */
  process: string;
  now: () => number;
  log: Log;
  maxQueuedBytes?: number;
}

/** One statement sends this much, and at least one message. */
const maxStatementBytes = 1_000_000;

/** In one transaction, so that the notifications arrive together and in this order. */
const text = `select pg_notify($1, part) from unnest(string_to_array($2, ',')) as part`;

export function createSendQueue(options: SendQueueOptions): SendQueue {
  const { database, channel, now, log, maxQueuedBytes = 16_000_000 } = options;
  const seal = createSeal(options.key, options.process);
  const queue: Buffer[] = [];
  let queuedBytes = 0;
  /** Receivers notice a number that is missing, and ask for what they have missed. */
  let sequence = 0;
  let sending: Promise<void> | undefined;
  let isLosing = false;

  function logLoss(error: string): void {
    if (!isLosing)
      log({ level: 'warn', message: 'Realtime messages do not reach the other processes.', error });
    isLosing = true;
  }

  function take(): Buffer {
    const messages: Buffer[] = [];
    let bytes = 0;
    do {
      const message = queue.shift();
      if (!message) break;
      messages.push(message);
      bytes += message.length;
    } while (bytes + (queue[0]?.length ?? 0) <= maxStatementBytes);
    queuedBytes -= bytes;
    return Buffer.concat(messages);
  }

  function toNotifications(bytes: Buffer): string[] {
    const count = Math.ceil(bytes.length / maxPartBytes);
    return Array.from({ length: count }, (_, index) => {
      sequence += 1;
      return seal({
        sequence,
        sentAt: now(),
        isFirst: index === 0,
        isLast: index === count - 1,
        bytes: bytes.subarray(index * maxPartBytes, (index + 1) * maxPartBytes),
      });
    });
  }

  async function sendAll(): Promise<void> {
    // Messages of the same moment leave together.
    await Promise.resolve();
    while (queue.length > 0) {
      try {
        await database.batch([{ text, values: [channel, toNotifications(take()).join()] }]);
        if (queue.length === 0) isLosing = false;
      } catch (error) {
        logLoss(String(error));
      }
    }
    sending = undefined;
  }

  return {
    add(message) {
      queue.push(message);
      queuedBytes += message.length;
      while (queuedBytes > maxQueuedBytes && queue.length > 1) {
        queuedBytes -= queue.shift()?.length ?? 0;
        sequence += 1;
        logLoss('The database is too slow: the oldest messages are dropped.');
      }
      sending ??= sendAll();
    },
    sent: async () => sending,
  };
}
