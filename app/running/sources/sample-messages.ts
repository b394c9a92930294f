import type { RunAnalysis } from '../../../running/analysis/analyse-run.ts';
import type { RunSummary } from '../../../running/analysis/summarise-run.ts';
import type { Run } from '../../../running/run.ts';

/** Messages between the page and the worker that makes sample runs: all runs that end by a day, or the one of a day. */
export type SampleRequest = { until: string } | { day: string };

export type ListedSample = RunSummary & { id: string; outline: string };

export interface SampleReply {
  list?: ListedSample[];
  opened?: { run: Run; analysis: RunAnalysis; listed: ListedSample } | undefined;
}
