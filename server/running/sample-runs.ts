/** Sample runs for pages, each made anew as in the browser. */

import { analyseRun } from '../../running/analysis/analyse-run.ts';
import { drawOutline } from '../../running/drawing/draw-outline.ts';
import { createSampleRun } from '../../running/samples/sample-runs.ts';
import type { ShownRun } from '../../running/shown-run.ts';

/** The sample of a day; undefined when it has none, or is still to come. */
export function findSampleRun(day: string, now = Date.now()): ShownRun | undefined {
  if (day > new Date(now).toISOString().slice(0, 10)) return undefined;
  const run = createSampleRun(day);
  if (!run) return undefined;
  const analysis = analyseRun(run);
  return {
    id: `sample-${day}`,
    name: run.name,
    start: run.start,
    utcOffset: run.utcOffset ?? 0,
    notes: run.notes,
    totals: analysis.totals,
    outline: drawOutline(run.track, analysis),
    isSample: true,
  };
}
