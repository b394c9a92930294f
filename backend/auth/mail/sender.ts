import { randomUUID } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import { ServerError } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import type { PreparedMail } from '../service/ports.ts';
import { createBatcher } from './batcher.ts';
import { createInterruptibleSleep } from './interruptible-sleep.ts';
import {
  type ClaimedMessage,
  claimDue,
  claimedStatement,
  type Medium,
  type NewMessage,
  newMessages,
  readNextDue,
  recordDelay,
  recordEnd,
  renewClaim,
} from './message-store.ts';

/** The outcome of one attempt. `later`: it may work another time. `refused`: it never will. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'later'; error: string }
  | { state: 'refused'; error: string };

export type Deliver = (message: ClaimedMessage) => Promise<Outcome>;

export interface RetryPlan {
  /** The pauses after the first, second … attempt; the last one repeats. */
  pausesSeconds: readonly number[];
  giveUpAfterSeconds: number;
}

export interface SenderOptions {
  database: Pick<Database, 'sql' | 'batch' | 'listen'>;
  medium: Medium;
  deliver: Deliver;
  retry: RetryPlan;
  log: Log;
}

export interface Sender {
  /**
   * Sends a message that is about to be written as soon as its transaction has committed, without reading it from the queue.
   * Undefined when the sender is busy: then the message waits in the queue.
   */
  prepare(message: NewMessage): PreparedMail | undefined;
  close(): Promise<void>;
}

const atOnce = 4;
/** These messages are held in memory until they are sent, so their number is limited. */
const maxPrepared = 16;
const renewClaimEveryMs = 20_000;
/**
 * Postgres announces new messages; this interval is for a lost announcement. Without announcements the queue is polled more
 * often.
 */
const maxPauseMs = 5 * 60_000;
const pollPauseMs = 5000;
/** How long to wait after a database error. */
const faultPauseMs = 1000;
const closeWithinMs = 20_000;

/** Sends due messages, a few at once, until it is closed. Any number of senders, in any number of processes, share the queue. */
export function startSender(options: SenderOptions): Sender {
  const { database, medium, log } = options;
  const { sql } = database;
  const sender = randomUUID();
  const inProgress = new Set<Promise<void>>();
  const sleep = createInterruptibleSleep();
  const recordSent = createBatcher<string>((ids) => recordEnd(database, ids, sender, { state: 'sent' }));
  let isClosing = false;
  let isFaulty = false;
  let maxPause = maxPauseMs;
  /** Messages in progress: claimed from the queue, and prepared before they were written. */
  let claimed = 0;
  let prepared = 0;
  /** Whether the last query may have left out due messages. */
  let isFull = false;

  async function run(): Promise<void> {
    while (!isClosing) await sleep.wait(await sendDue());
  }

  /** Starts sending due messages and returns the milliseconds until the next query. */
  async function sendDue(): Promise<number> {
    const free = atOnce - claimed;
    isFull = true;
    if (free === 0) return maxPause;
    try {
      const messages = await claimDue(sql, medium, sender, free);
      isFaulty = false;
      claimed += messages.length;
      for (const message of messages) track(send(message).finally(() => claimed--));
      if (messages.length === free) return maxPause;
      isFull = false;
      const seconds = await readNextDue(sql, medium, sender);
      return seconds === undefined ? maxPause : Math.min(maxPause, Math.max(50, seconds * 1000 + 1));
    } catch (error) {
      if (!isFaulty)
        log({ level: 'warn', message: 'The message queue cannot be read.', medium, error: String(error) });
      isFaulty = true;
      return faultPauseMs;
    }
  }

  function track(started: Promise<void>): void {
    const work = started.finally(() => {
      inProgress.delete(work);
      if (isFull) sleep.interrupt();
    });
    inProgress.add(work);
  }

  async function send(message: ClaimedMessage): Promise<void> {
    const renewal = setInterval(() => renewClaim(sql, message.id, sender).catch(() => {}), renewClaimEveryMs);
    try {
      await record(message, await deliver(message));
    } finally {
      clearInterval(renewal);
    }
  }

  function prepare(message: NewMessage): PreparedMail | undefined {
    if (prepared >= maxPrepared || isClosing) return undefined;
    prepared += 1;
    const first = { ...message, attempts: 1 };
    const afterEnd = async (error: unknown) => {
      if (error === undefined) return send(first);
      // With a ServerError Postgres has rolled back. Otherwise the connection broke, and the row may exist and must not stay
      // claimed.
      if (!(error instanceof ServerError)) await record(first, { state: 'later', error: String(error) });
    };
    return {
      statement: claimedStatement(medium, message, sender),
      onEnd: (error) => track(afterEnd(error).finally(() => prepared--)),
    };
  }

  function deliver(message: ClaimedMessage): Promise<Outcome> {
    return options.deliver(message).catch((error: unknown) => ({ state: 'later', error: String(error) }));
  }

  /** A sent message must be recorded as sent, so this is retried until the database accepts it. */
  async function record(message: ClaimedMessage, outcome: Outcome): Promise<void> {
    for (;;) {
      try {
        return await recordOnce(message, outcome);
      } catch (error) {
        if (isClosing) {
          log({
            level: 'error',
            message: `A message was ${outcome.state}, which could not be recorded.`,
            medium,
            id: message.id,
            error: String(error),
          });
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, faultPauseMs));
      }
    }
  }

  async function recordOnce(message: ClaimedMessage, outcome: Outcome): Promise<void> {
    const about = { medium, id: message.id, kind: message.kind, attempts: message.attempts };
    if (outcome.state === 'sent') return recordSent(message.id);
    const error = outcome.error.slice(0, 500);
    if (outcome.state === 'refused') {
      await recordEnd(database, [message.id], sender, { state: 'refused', error });
      return log({ level: 'warn', message: 'A message was permanently refused.', ...about, error });
    }
    const { pausesSeconds, giveUpAfterSeconds } = options.retry;
    const seconds = pausesSeconds[Math.min(message.attempts, pausesSeconds.length) - 1] ?? 60;
    const isOver = await recordDelay(sql, message.id, sender, { seconds, giveUpAfterSeconds, error });
    // The next query finds out when it is due.
    sleep.interrupt();
    log({
      level: isOver ? 'error' : 'warn',
      message: `A message was not sent${isOver ? ' and is given up' : ''}.`,
      ...about,
      error,
    });
  }

  const listening = database
    .listen(
      newMessages,
      (payload) => {
        if (payload === medium) sleep.interrupt();
      },
      sleep.interrupt,
    )
    .catch((error: unknown) => {
      log({
        level: 'warn',
        message: 'New messages are not announced; the queue is polled.',
        medium,
        error: String(error),
      });
      maxPause = pollPauseMs;
      return undefined;
    });
  // The first query finds messages from before the listener was ready.
  const running = listening.then(run);

  return {
    prepare,
    async close() {
      isClosing = true;
      sleep.interrupt();
      await running;
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeWithinMs);
      });
      await Promise.race([Promise.all(inProgress), limit]);
      clearTimeout(timer);
      await (await listening)?.().catch(() => {});
    },
  };
}
