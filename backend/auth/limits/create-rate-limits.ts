import type { Database } from '../../../database/database.ts';
import { DatabaseFull } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import type { Clock, EmptyBucket, Limit, RateLimits } from '../ports.ts';
import { createRefusals } from './known-refusals.ts';

export interface RateLimitsOptions {
  database: Pick<Database, 'sql'>;
  clock: Clock;
  /** How often buckets that are full again are forgotten, in seconds. */
  cleanEverySeconds?: number;
  log: Log;
}

export interface RunningRateLimits extends RateLimits {
  close(): Promise<void>;
}

/**
 * Token buckets in Postgres, so that any number of processes count together. One call takes from all buckets of a request in one
 * statement. A bucket that is known to be empty refuses from memory, so that a flood of requests does not reach the database.
 */
export function createRateLimits(options: RateLimitsOptions): RunningRateLimits {
  const { clock, log } = options;
  const { sql } = options.database;
  const refusals = createRefusals();

  async function clean(): Promise<void> {
    try {
      await sql`select porchlight.forget_full_buckets(${clock.now()})`;
    } catch (error) {
      // A full disk is told by the database, once.
      if (error instanceof DatabaseFull) return;
      log({ level: 'warn', message: 'Full rate-limit buckets could not be removed.', error: String(error) });
    }
  }
  let cleaning: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      cleaning = clean();
    },
    (options.cleanEverySeconds ?? 60) * 1000,
  );
  timer.unref();

  const takeTokens = (wanted: string, at: Date) =>
    sql<EmptyBucket[]>`
      select empty_bucket as bucket, wait from porchlight.take_tokens(${wanted}::text::jsonb, ${at})`;

  return {
    async take(limits, within = takeTokens) {
      if (limits.length === 0) return { ok: true };
      const now = clock.now();
      const never = limits.filter((limit) => Math.min(limit.count, limit.burst ?? 1) <= 0);
      const waits = [
        ...never.map((limit) => limit.intervalSeconds),
        ...limits.map((limit) => refusals.secondsLeft(nameBucket(limit), now)),
      ];
      const known = Math.max(...waits);
      if (known > 0) return refuse(known);

      const empty = await within(JSON.stringify(limits.map(toWanted)), now);
      if (empty.length === 0) return { ok: true };
      for (const { bucket, wait } of empty) refusals.remember(bucket, now, wait);
      return refuse(Math.max(...empty.map(({ wait }) => wait)));
    },

    async close() {
      clearInterval(timer);
      await cleaning;
    },
  };
}

function toWanted(limit: Limit): { bucket: string; step: number; burst: number } {
  return {
    bucket: nameBucket(limit),
    step: limit.intervalSeconds / limit.count,
    burst: limit.burst ?? limit.count,
  };
}

function nameBucket(limit: Limit): string {
  return `${limit.name} ${limit.key}`;
}

function refuse(seconds: number): { ok: false; retryAfterSeconds: number } {
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}
