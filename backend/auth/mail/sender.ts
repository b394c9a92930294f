import { randomUUID } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import { ServerError } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import type { PreparedMail } from '../service/ports.ts';
import {
  type ClaimedMessage,
  claimDue,
  claimedStatement,
  type Medium,
  type NewMessage,
  newMessages,
  readNextDue,
  renewClaim,
} from './message-store.ts';
import { createRecordOutcome, faultPauseMs, type Outcome, type RetryPlan } from './record-outcome.ts';

export type Deliver = (message: ClaimedMessage) => Promise<Outcome>;

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
const closeWithinMs = 20_000;

/** Sends due messages, a few at once, until it is closed. Any number of senders, in any number of processes, share the queue. */
export function startSender(options: SenderOptions): Sender {
  const { database, medium, log } = options;
  const { sql } = database;
  const sender = randomUUID();
  const inProgress = new Set<Promise<void>>();
  const sleep = createInterruptibleSleep();
  let isClosing = false;
  let isFaulty = false;
  let maxPause = maxPauseMs;
  /** Messages in progress: claimed from the queue, and prepared before they were written. */
  let claimed = 0;
  let prepared = 0;
  /** Whether the last query may have left out due messages. */
  let isFull = false;
  const record = createRecordOutcome({
    ...options,
    sender,
    isClosing: () => isClosing,
    // The next query finds out when it is due.
    onDelay: sleep.interrupt,
  });

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

  const listening = listen(options, sleep.interrupt).catch((error: unknown) => {
    const message = 'New messages are not announced; the queue is polled.';
    log({ level: 'warn', message, medium, error: String(error) });
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

/** Calls back when a message is written, and when listening has resumed: messages in between were not announced. */
function listen({ database, medium }: SenderOptions, onNews: () => void) {
  const onMessage = (payload: string) => {
    if (payload === medium) onNews();
  };
  return database.listen(newMessages, onMessage, onNews);
}

/** A sleep that can be interrupted, also by a call before it begins. */
interface InterruptibleSleep {
  wait(milliseconds: number): Promise<void>;
  interrupt(): void;
}

function createInterruptibleSleep(): InterruptibleSleep {
  let isInterrupted = false;
  let wake = () => {};

  return {
    async wait(milliseconds) {
      if (!isInterrupted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isInterrupted = false;
    },
    interrupt() {
      isInterrupted = true;
      wake();
    },
  };
}
