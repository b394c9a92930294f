/** Counts events in windows of fixed length. */
export interface Rate {
  /** Counts one event; false if the window has had too many already. */
  take(nowMs: number, count?: number): boolean;
  /** How many are left in the present window. */
  left(nowMs: number): number;
}

export function createRate(max: number, windowMs = 1000): Rate {
  let startedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  const move = (nowMs: number) => {
    // A clock that was set back begins a new window as well.
    if (nowMs >= startedAt && nowMs < startedAt + windowMs) return;
    startedAt = nowMs;
    count = 0;
  };
  return {
    take(nowMs, events = 1) {
      move(nowMs);
      if (count + events > max) return false;
      count += events;
      return true;
    },
    left(nowMs) {
      move(nowMs);
      return max - count;
    },
  };
}
