import type { Database } from '../../../database/database.ts';
import { DatabaseFull } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import { BoundedMap } from '../../http/bounded-map.ts';
import type { Clock, EmptyBucket, Limit, RateLimits, TakeResult } from '../service/ports.ts';
import { queryRow } from '../service/query-row.ts';

export interface RateLimitsOptions {
  database: Pick<Database, 'sql' | 'batch'>;
  clock: Clock;
  /** How often full buckets are deleted, in seconds. */
  cleanEverySeconds?: number;
  log: Log;
}

export interface RunningRateLimits extends RateLimits {
  close(): Promise<void>;
}

/**
 * Token buckets in Postgres, shared by any number of processes. One call takes from all buckets of a request in one statement. A
 * bucket that is known to be empty refuses from memory, so that a flood of requests does not reach the database.
 */
export function createRateLimits(options: RateLimitsOptions): RunningRateLimits {
  const { clock, log } = options;
  const { sql } = options.database;
  const emptyBuckets = createEmptyBucketCache();

  async function clean(): Promise<void> {
    try {
      await sql`select porchlight.forget_full_buckets(${clock.now()})`;
    } catch (error) {
      // The database logs a full disk itself, once.
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

  async function takeTokens(wanted: string, at: Date): Promise<EmptyBucket[]> {
    const text = `
      select json_agg(json_build_object('bucket', empty_bucket, 'wait', wait))::text
      from porchlight.take_tokens($1::text::jsonb, $2::timestamptz)`;
    const [empty] = (await queryRow(options.database, { text, values: [wanted, at.toISOString()] })) ?? [];
    return empty ? JSON.parse(empty) : [];
  }

  return {
    async take(limits, within = takeTokens) {
      if (limits.length === 0) return { ok: true };
      const now = clock.now();
      const never = limits.filter((limit) => Math.min(limit.count, limit.burst ?? 1) <= 0);
      const known = [
        ...never.map(({ name, intervalSeconds }) => ({ name, wait: intervalSeconds })),
        ...limits.map((limit) => ({
          name: limit.name,
          wait: emptyBuckets.secondsLeft(nameBucket(limit), now),
        })),
      ].filter(({ wait }) => wait > 0);
      if (known.length > 0) return refuse(known);

      const empty = await within(JSON.stringify(limits.map(toWanted)), now);
      if (empty.length === 0) return { ok: true };
      for (const { bucket, wait } of empty) emptyBuckets.remember(bucket, now, wait);
      return refuse(empty.map(({ bucket, wait }) => ({ name: bucket.split(' ')[0] ?? '', wait })));
    },

    async close() {
      clearInterval(timer);
      await cleaning;
    },
  };
}

/** Caches which buckets are empty in this process, and until when. */
interface EmptyBucketCache {
  remember(bucket: string, now: Date, seconds: number): void;
  /** 0 for a bucket that is not cached. */
  secondsLeft(bucket: string, now: Date): number;
}

function createEmptyBucketCache(maxEntries = 10_000): EmptyBucketCache {
  const known = new BoundedMap<{ from: number; until: number }>(maxEntries);

  return {
    remember(bucket, now, seconds) {
      known.set(bucket, { from: now.getTime(), until: now.getTime() + seconds * 1000 });
    },

    secondsLeft(bucket, now) {
      const refusal = known.get(bucket);
      if (refusal === undefined) return 0;
      const at = now.getTime();
      // A clock that was set back must not extend the wait.
      if (at >= refusal.from && at < refusal.until) return (refusal.until - at) / 1000;
      known.delete(bucket);
      return 0;
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

function refuse(reached: { name: string; wait: number }[]): TakeResult {
  const waits: Record<string, number> = {};
  for (const { name, wait } of reached) waits[name] = Math.max(1, Math.ceil(wait), waits[name] ?? 0);
  return { ok: false, retryAfterSeconds: Math.max(...Object.values(waits)), waits };
}
