/** Sample runs for pages, the same as those that the browser makes. */
import { setImmediate } from 'node:timers/promises';
import { analyseRun } from '../../running/analysis/analyse-run.ts';
import { addDays } from '../../running/day.ts';
import { drawOutline } from '../../running/drawing/draw-outline.ts';
import { createSampleRun, sampleWeeks } from '../../running/samples/sample-runs.ts';
import type { LatestRun, ShownRun } from '../../running/shown-run.ts';

/** Each takes milliseconds to make, so that they are kept, and only those of two years are made here: the browser makes any. */
const keptDays = 730;
const kept = new Map<string, ShownRun | undefined>();

/** The sample of a day; undefined when it has none, is long ago, or is still to come. */
export function findSampleRun(day: string, now = Date.now()): ShownRun | undefined {
  const today = new Date(now).toISOString().slice(0, 10);
  if (day > today || day <= addDays(today, -keptDays)) return undefined;
  if (!kept.has(day)) kept.set(day, makeSampleRun(day));
  const found = kept.get(day);
  // The oldest one makes room.
  if (kept.size > keptDays) kept.delete(kept.keys().next().value ?? '');
  return found;
}

function makeSampleRun(day: string): ShownRun | undefined {
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

/** The samples until a day, made once a day. Between two of them other requests are answered. */
export function createSampleList(): (today: string) => Promise<LatestRun[]> {
  let made: { today: string; runs: Promise<LatestRun[]> } | undefined;
  return (today) => {
    if (made?.today !== today) made = { today, runs: makeSamples(today) };
    return made.runs;
  };
}

async function makeSamples(today: string): Promise<LatestRun[]> {
  const runs: LatestRun[] = [];
  for (let before = 0; before <= 7 * sampleWeeks; before += 1) {
    const day = addDays(today, -before);
    const run = createSampleRun(day);
    if (!run) continue;
    const { metres, moving } = analyseRun(run).totals;
    const { name, start } = run;
    runs.push({ id: `sample-${day}`, name, start, utcOffset: run.utcOffset ?? 0, day, metres, moving });
    await setImmediate();
  }
  return runs;
}
