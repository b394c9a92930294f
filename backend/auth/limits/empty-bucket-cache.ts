import { BoundedMap } from '../../http/bounded-map.ts';

/** Caches which buckets are empty in this process, and until when. */
export interface EmptyBucketCache {
  remember(bucket: string, now: Date, seconds: number): void;
  /** 0 for a bucket that is not cached. */
  secondsLeft(bucket: string, now: Date): number;
}

export function createEmptyBucketCache(maxEntries = 10_000): EmptyBucketCache {
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
