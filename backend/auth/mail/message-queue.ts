import type { Database, TransactionSql } from '../../../database/database.ts';
import { DatabaseFull } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import {
  addRefused,
  addToOutbox,
  addToQueue,
  type Medium,
  type NewMessage,
  removeOld,
} from './message-store.ts';
import { type Deliver, type RetryPlan, startSender } from './sender.ts';

export interface MessageQueueOptions {
  database: Pick<Database, 'sql' | 'listen'>;
  medium: Medium;
  /** How a message leaves. Without it messages stay in the outbox, where they can be read. */
  deliver?: Deliver | undefined;
  retry: RetryPlan;
  log: Log;
}

/** Mail and text messages wait here, and are sent by a sender of each process. */
export interface MessageQueue {
  /** The message exists when the transaction commits. */
  add(sql: TransactionSql, message: NewMessage): Promise<void>;
  addRefused(sql: TransactionSql, message: NewMessage, reason: string): Promise<void>;
  /** Waits for the messages that are being sent; the others stay in the queue. */
  close(): Promise<void>;
}

const cleanEveryMs = 15 * 60 * 1000;

export function createMessageQueue(options: MessageQueueOptions): MessageQueue {
  const { database, medium, deliver, log } = options;
  const sender = deliver === undefined ? undefined : startSender({ ...options, deliver });

  let cleaning: Promise<void> = Promise.resolve();
  function clean() {
    cleaning = removeOld(database.sql, medium).catch((error: unknown) => {
      // A full disk is told by the database, once.
      if (error instanceof DatabaseFull) return;
      log({ level: 'warn', message: 'Old messages could not be removed.', medium, error: String(error) });
    });
  }
  clean();
  const timer = setInterval(clean, cleanEveryMs);
  timer.unref();

  return {
    add: (sql, message) => (sender === undefined ? addToOutbox : addToQueue)(sql, medium, message),
    addRefused: (sql, message, reason) => addRefused(sql, medium, message, reason),
    async close() {
      clearInterval(timer);
      await Promise.all([cleaning, sender?.close()]);
    },
  };
}
