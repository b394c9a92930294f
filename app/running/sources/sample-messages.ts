import type { RunSummary } from '../../../running/analysis/summarise-run.ts';
import type { Run } from '../../../running/run.ts';

/** What the page asks the worker that makes sample runs, and what it is told. */
export interface SampleQuestion {
  /** The last day that may have a run. */
  until: string;
  /** The number of the one run that is wanted; otherwise the list of all. */
  open?: number;
}

export interface SampleAnswer {
  list?: (RunSummary & { id: string; outline: string })[];
  run?: Run | undefined;
}
