import type { RequestFigures } from '../../../app/admin/health/health-data.ts';

/** Counts the requests of this process, and how long they took, by the minute. */
export interface RequestCounter {
  record(request: { status: number; ms: number }): void;
  /** Of the last hour. */
  read(): RequestFigures;
}

const minutes = 60;
/** Each step is a tenth longer than the one before: a percentile is right to 10 %. */
const growth = 1.1;
const shortestMs = 0.05;
const steps = 160;

interface Minute {
  number: number;
  /** By the first digit of the status. */
  byClass: Uint32Array;
  durations: Uint32Array;
}

export function createRequestCounter(now: () => number = Date.now): RequestCounter {
  const kept: Minute[] = [];
  const since = now();

  function current(): Minute {
    const number = Math.floor(now() / 60_000);
    const last = kept.at(-1);
    if (last?.number === number) return last;
    const added = { number, byClass: new Uint32Array(6), durations: new Uint32Array(steps) };
    kept.push(added);
    if (kept.length > minutes) kept.shift();
    return added;
  }

  return {
    record({ status, ms }) {
      const { byClass, durations } = current();
      const statusClass = Math.floor(status / 100);
      byClass[statusClass] = (byClass[statusClass] ?? 0) + 1;
      const step = Math.min(steps - 1, Math.max(0, Math.ceil(Math.log(ms / shortestMs) / Math.log(growth))));
      durations[step] = (durations[step] ?? 0) + 1;
    },
    read() {
      const first = Math.floor(now() / 60_000) - minutes;
      const recent = kept.filter(({ number }) => number > first);
      const sum = (of: (minute: Minute) => number | undefined) =>
        recent.reduce((total, minute) => total + (of(minute) ?? 0), 0);
      const durations = Array.from({ length: steps }, (_, step) => sum(({ durations }) => durations[step]));
      return {
        since: new Date(since).toISOString(),
        ok: sum(({ byClass }) => byClass[2]),
        redirected: sum(({ byClass }) => byClass[3]),
        refused: sum(({ byClass }) => byClass[4]),
        failed: sum(({ byClass }) => byClass[5]),
        p50: percentile(durations, 0.5),
        p95: percentile(durations, 0.95),
        p99: percentile(durations, 0.99),
        minutes: Array.from({ length: minutes }, (_, at) => {
          const minute = recent.find(({ number }) => number === first + 1 + at);
          return minute ? minute.byClass.reduce((total, count) => total + count, 0) : 0;
        }),
      };
    },
  };
}

function percentile(durations: readonly number[], share: number): number | null {
  const total = durations.reduce((sum, count) => sum + count, 0);
  let left = total * share;
  for (const [step, count] of durations.entries()) {
    left -= count;
    if (count > 0 && left <= 0) return shortestMs * growth ** step;
  }
  return null;
}
