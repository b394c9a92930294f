import { toLocalDay } from '../day.ts';
import { measureRichness } from '../import/richness.ts';
import type { Lap, Run, Source } from '../run.ts';
import { analyseRun, type RunAnalysis, type RunTotals } from './analyse-run.ts';
import { type BestEffort, findBestEfforts } from './best-efforts.ts';

/** All that lists, records and charts over years need of a run, as plain JSON. */
export interface RunSummary extends RunTotals {
  name: string;
  notes: string;
  start: number;
  utcOffset: number;
  /** The runner's date: `2024-05-01`. */
  day: string;
  source: Source;
  device: string | undefined;
  gear: string | undefined;
  points: number;
  hasRoute: boolean;
  /** How much data the file has; of two files of one run the richer one is kept. */
  richness: number;
  efforts: { elapsed: BestEffort[]; moving: BestEffort[] };
  laps: Lap[];
}

/** For a file without a UTC offset, the offset of this device on that day is the best guess. */
export function deviceOffset(at: number): number {
  return 0 - new Date(at).getTimezoneOffset();
}

export interface SummaryOptions {
  analysis?: RunAnalysis;
  /** Minutes ahead of UTC at a moment, for files that do not say. */
  offsetAt?: ((at: number) => number) | undefined;
  /** Points before which something was cut out: see findBestEfforts. */
  cuts?: readonly number[];
}

export function summariseRun(run: Run, options: SummaryOptions = {}): RunSummary {
  const { analysis = analyseRun(run), offsetAt = deviceOffset, cuts } = options;
  const { track } = run;
  const { distance, steps, moving, totals } = analysis;
  const utcOffset = run.utcOffset ?? offsetAt(run.start);
  const find = (clock: Float64Array) =>
    distance ? findBestEfforts({ time: track.time, clock, distance, steps }, cuts) : [];
  return {
    ...totals,
    name: run.name,
    notes: run.notes,
    start: run.start,
    utcOffset,
    day: toLocalDay(run.start, utcOffset),
    source: run.source,
    device: run.device,
    gear: run.gear,
    points: track.time.length,
    hasRoute: track.latitude.some((latitude) => !Number.isNaN(latitude)),
    richness: measureRichness(run),
    efforts: { elapsed: find(track.time), moving: find(moving) },
    laps: run.laps,
  };
}
