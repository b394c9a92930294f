import type { RunTotals } from './analysis/analyse-run.ts';

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
