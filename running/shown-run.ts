import type { RunTotals } from './analysis/analyse-run.ts';
import type { ComparedPeriod } from './history/compare-periods.ts';

/** The runs of a list as far as strangers may see them: sums and the newest ones, shown until the browser has read all of them. */
export interface ShownRuns {
  isSample: boolean;
  periods: ComparedPeriod[];
  /** Newest first. */
  latest: LatestRun[];
}

export interface LatestRun {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  start: number;
  /** Minutes that the runner's clock was ahead of UTC. */
  utcOffset: number;
  /** The runner's date. */
  day: string;
  metres: number;
  /** Seconds. */
  moving: number;
}

/** A few, because every visitor of the page gets them. */
export const latestCount = 5;

/** A run as far as strangers may see it: what the server knows of it, shown until the browser has read all of it. */
export interface ShownRun {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  start: number;
  /** Minutes that the runner's clock was ahead of UTC. */
  utcOffset: number;
  notes: string;
  totals: RunTotals;
  /** The route in a square of 100 by 100; '' without one. */
  outline: string;
  isSample: boolean;
}
