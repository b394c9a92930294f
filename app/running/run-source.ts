import type { RunAnalysis } from '../../running/analysis/analyse-run.ts';
import type { BestEffort } from '../../running/analysis/best-efforts.ts';
import type { DrawingOptions } from '../../running/drawing/draw-route.ts';
import type { Run, Source } from '../../running/run.ts';

/** A run in lists: the data for totals, records and the table. */
export interface RunEntry {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  start: number;
  /** Minutes that the runner's clock was ahead of UTC. */
  utcOffset: number;
  /** The runner's date: `2024-05-01`. */
  day: string;
  metres: number;
  elapsed: number;
  moving: number;
  gain: number | undefined;
  averageHeartRate: number | undefined;
  highestHeartRate: number | undefined;
  averageCadence: number | undefined;
  gear: string | undefined;
  source: Source;
  hasRoute: boolean;
  efforts: { elapsed: BestEffort[]; moving: BestEffort[] };
  isPublic: boolean;
}

export interface OpenedRun {
  entry: RunEntry;
  /** With track, laps, notes and device. */
  run: Run;
  analysis: RunAnalysis;
  /** The name of the original file; own runs only. */
  original?: string;
  /** Gaps across which no line may be drawn; public runs. */
  mayJoin?: DrawingOptions['mayJoin'];
}

/** The source of the runs on the page: the user's own, published ones, or samples. */
export interface RunSource {
  kind: 'own' | 'public' | 'samples';
  /** All of them, newest first. */
  list(signal?: AbortSignal): Promise<RunEntry[]>;
  /** The outlines of some runs by id, as drawOutline writes them; runs without a route are left out. */
  outlines(ids: readonly string[]): Promise<Map<string, string>>;
  open(id: string): Promise<OpenedRun | undefined>;
}
