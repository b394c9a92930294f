import { randomUUID } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import {
  type ClaimedMessage,
  claimDue,
  keepClaim,
  type Medium,
  newMessages,
  readNextDue,
  recordDelay,
  recordEnd,
} from './message-store.ts';
import { createPause } from './pause.ts';

/** What became of one attempt. `later`: it may work another time. `refused`: it never will. */
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
  database: Pick<Database, 'sql' | 'listen'>;
  medium: Medium;
  deliver: Deliver;
  retry: RetryPlan;
  log: Log;
}

const atOnce = 4;
const renewClaimEveryMs = 20_000;
/** New messages are announced; this is only for an announcement that got lost. Without announcements they are looked for. */
const longestPauseMs = 5 * 60_000;
const unannouncedPauseMs = 5000;
/** How long to wait for the database when it does not answer. */
const faultPauseMs = 1000;
const closeWithinMs = 20_000;

/** Sends what is due, a few at once, until it is closed. Any number of senders, in any number of processes, share the queue. */
export function startSender(options: SenderOptions): { close(): Promise<void> } {
  const { database, medium, log } = options;
  const { sql } = database;
  const sender = randomUUID();
  const underWay = new Set<Promise<void>>();
  const pause = createPause();
  let isClosing = false;
  let isFaulty = false;
  let longestPause = longestPauseMs;

  async function run(): Promise<void> {
    while (!isClosing) await pause.wait(await sendDue());
  }

  /** Starts what is due and tells after how many milliseconds to look again. */
  async function sendDue(): Promise<number> {
    const room = atOnce - underWay.size;
    if (room === 0) return longestPause;
    try {
      const messages = await claimDue(sql, medium, sender, room);
      isFaulty = false;
      for (const message of messages) start(message);
      if (messages.length === room) return longestPause;
      const seconds = await readNextDue(sql, medium, sender);
      return seconds === undefined ? longestPause : Math.min(longestPause, Math.max(50, seconds * 1000 + 1));
    } catch (error) {
      if (!isFaulty)
        log({ level: 'warn', message: 'The message queue cannot be read.', medium, error: String(error) });
      isFaulty = true;
      return faultPauseMs;
    }
  }

  function start(message: ClaimedMessage): void {
    const work = send(message).finally(() => {
      underWay.delete(work);
      pause.end();
    });
    underWay.add(work);
  }

  async function send(message: ClaimedMessage): Promise<void> {
    const renewal = setInterval(() => keepClaim(sql, message.id, sender).catch(() => {}), renewClaimEveryMs);
    try {
      await record(message, await deliver(message));
    } finally {
      clearInterval(renewal);
    }
  }

  function deliver(message: ClaimedMessage): Promise<Outcome> {
    return options.deliver(message).catch((error: unknown) => ({ state: 'later', error: String(error) }));
  }

  /** What was sent must be known to be sent, so this is tried until the database takes it. */
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
    if (outcome.state === 'sent') return recordEnd(sql, message.id, sender, outcome);
    const error = outcome.error.slice(0, 500);
    if (outcome.state === 'refused') {
      await recordEnd(sql, message.id, sender, { state: 'refused', error });
      return log({ level: 'warn', message: 'A message was refused for good.', ...about, error });
    }
    const { pausesSeconds, giveUpAfterSeconds } = options.retry;
    const seconds = pausesSeconds[Math.min(message.attempts, pausesSeconds.length) - 1] ?? 60;
    const isOver = await recordDelay(sql, message.id, sender, { seconds, giveUpAfterSeconds, error });
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
        if (payload === medium) pause.end();
      },
      pause.end,
    )
    .catch((error: unknown) => {
      log({ level: 'warn', message: 'New messages are not announced.', medium, error: String(error) });
      longestPause = unannouncedPauseMs;
      return undefined;
    });
  // Whatever came before anybody listened is found by the look that follows.
  const running = listening.then(run);

  return {
    async close() {
      isClosing = true;
      pause.end();
      await running;
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeWithinMs);
      });
      await Promise.race([Promise.all(underWay), limit]);
      clearTimeout(timer);
      await (await listening)?.().catch(() => {});
    },
  };
}
