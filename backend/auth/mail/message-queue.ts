import type { Database, TransactionSql } from '../../../database/database.ts';
import { DatabaseFull } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import type { PreparedMail } from '../service/ports.ts';
import { runStatements } from '../service/statements.ts';
import { type Medium, type NewMessage, outboxStatement, queueStatement, removeOld } from './message-store.ts';
import type { RetryPlan } from './record-outcome.ts';
import { type Deliver, startSender } from './sender.ts';

export interface MessageQueueOptions {
  database: Pick<Database, 'sql' | 'batch' | 'listen'>;
  medium: Medium;
  /** Sends a message. Without it messages stay in the outbox, where they can be read. */
  deliver?: Deliver | undefined;
  retry: RetryPlan;
  log: Log;
}

/** Mail and text messages wait here until the sender of a process sends them. */
export interface MessageQueue {
  /** The message exists when the transaction commits. */
  add(sql: TransactionSql, message: NewMessage): Promise<void>;
  /** The same as a statement. The sender of this process sends the message as soon as its transaction is over. */
  prepare(message: NewMessage): PreparedMail;
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
      // The database logs a full disk itself, once.
      if (error instanceof DatabaseFull) return;
      log({ level: 'warn', message: 'Old messages could not be removed.', medium, error: String(error) });
    });
  }
  clean();
  const timer = setInterval(clean, cleanEveryMs);
  timer.unref();

  const toStatement = sender === undefined ? outboxStatement : queueStatement;
  return {
    add: (sql, message) => runStatements(sql, [toStatement(medium, message)]),
    prepare: (message) =>
      sender?.prepare(message) ?? { statement: toStatement(medium, message), onEnd: () => {} },
    async close() {
      clearInterval(timer);
      await Promise.all([cleaning, sender?.close()]);
    },
  };
}
