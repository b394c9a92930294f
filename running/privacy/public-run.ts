import { analyseRun } from '../analysis/analyse-run.ts';
import { type RunSummary, summariseRun } from '../analysis/summarise-run.ts';
import { drawOutline } from '../drawing/draw-outline.ts';
import type { Run } from '../run.ts';
import { cutZones } from './cut-zones.ts';
import { createLineGuard } from './line-guard.ts';
import type { PrivacyZone } from './zone.ts';

export interface PublicRun {
  run: Run;
  summary: RunSummary;
  /** From drawOutline. */
  outline: string;
}

/**
 * Everything about a run that may be published, all of it computed from the visible part: totals, efforts and drawings of the whole
 * run would reveal the hidden part. Undefined when nothing may be shown.
 */
export function toPublicRun(
  run: Run,
  zones: readonly PrivacyZone[],
  offsetAt?: (at: number) => number,
): PublicRun | undefined {
  const cut = cutZones(run, zones);
  if (!cut) return undefined;
  const analysis = analyseRun(cut.run);
  return {
    run: cut.run,
    summary: summariseRun(cut.run, { analysis, offsetAt, cuts: cut.cuts }),
    outline: drawOutline(cut.run.track, analysis, createLineGuard(zones, run.start)),
  };
}
