import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { type ClaimedMessage, type Medium, recordDelay, recordEnd } from './message-store.ts';

/** The outcome of one attempt. `later`: it may work another time. `refused`: it never will. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'later'; error: string }
  | { state: 'refused'; error: string };

export interface RetryPlan {
  /** The pauses after the first, second … attempt; the last one repeats. */
  pausesSeconds: readonly number[];
  giveUpAfterSeconds: number;
}

export type RecordOutcome = (message: ClaimedMessage, outcome: Outcome) => Promise<void>;

/** How long to wait after a database error. */
export const faultPauseMs = 1000;

export function createRecordOutcome(options: {
  database: Pick<Database, 'sql' | 'batch'>;
  medium: Medium;
  /** The id of the sender that has claimed the messages. */
  sender: string;
  retry: RetryPlan;
  isClosing(): boolean;
  /** Called when a message is due again later. */
  onDelay(): void;
  log: Log;
}): RecordOutcome {
  const { database, medium, sender, log } = options;
  const recordSent = createBatcher<string>((ids) => recordEnd(database, ids, sender, { state: 'sent' }));

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
    const delay = { seconds, giveUpAfterSeconds, error };
    const isOver = await recordDelay(database.sql, message.id, sender, delay);
    options.onDelay();
    log({
      level: isOver ? 'error' : 'warn',
      message: `A message was not sent${isOver ? ' and is given up' : ''}.`,
      ...about,
      error,
    });
  }

  /** A sent message must be recorded as sent, so this is retried until the database accepts it. */
  return async (message, outcome) => {
    for (;;) {
      try {
        return await recordOnce(message, outcome);
      } catch (error) {
        if (options.isClosing()) {
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
  };
}

/**
 * Runs at once for the first item. Items that arrive during a run wait for its end and are then run together, so that one
 * statement handles many.
 */
function createBatcher<Item>(run: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();

  function runWaiting(): Promise<void> {
    const items = waiting;
    waiting = [];
    next = undefined;
    const running = run(items);
    last = running.catch(() => {});
    return running;
  }

  return (item) => {
    waiting.push(item);
    next ??= last.then(runWaiting);
    return next;
  };
}
