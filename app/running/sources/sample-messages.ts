import type { RunSummary } from '../../../running/analysis/summarise-run.ts';
import type { Run } from '../../../running/run.ts';

/** Messages between the page and the worker that makes sample runs: all runs that end by a day, or the one of a day. */
export type SampleRequest = { until: string } | { day: string };

export type ListedSample = RunSummary & { id: string; outline: string };

export interface SampleReply {
  list?: ListedSample[];
  opened?: { run: Run; listed: ListedSample } | undefined;
}
