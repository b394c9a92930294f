import type { BestEffort } from '../../../running/analysis/best-efforts.ts';
import type { RunSummary } from '../../../running/analysis/summarise-run.ts';
import type { Lap, Run, Source, StatedTotals } from '../../../running/run.ts';
import type { RunEntry } from '../run-source.ts';
import { toStorable } from './storable-text.ts';

/** The columns that `runs` and `published_runs` share; see supabase/migrations/20261115000500_create_running.sql. */
export interface SummaryRow {
  name: string;
  started_at: string;
  utc_offset: number;
  day: string;
  metres: number;
  elapsed: number;
  moving: number;
  gain: number | null;
  average_heart_rate: number | null;
  highest_heart_rate: number | null;
  average_cadence: number | null;
  gear: string | null;
  source: Source;
  has_route: boolean;
  /** The JSON of the best efforts: see `packEfforts`. */
  efforts: string;
}

/** Efforts are one text each: a long list is parsed more quickly without eighty thousand small arrays. */
export const summaryColumns =
  'name, started_at, utc_offset, day, metres, elapsed, moving, gain, average_heart_rate, highest_heart_rate, average_cadence, gear, source, has_route, efforts::text';

export function toEntry(id: string, row: SummaryRow, isPublic: boolean): RunEntry {
  return new StoredEntry(id, row, isPublic);
}

/** A class whose efforts are unpacked on first access: five thousand runs have eighty thousand, far down the page. */
class StoredEntry implements RunEntry {
  readonly id: string;
  readonly name: string;
  readonly start: number;
  readonly utcOffset: number;
  readonly day: string;
  readonly metres: number;
  readonly elapsed: number;
  readonly moving: number;
  readonly gain: number | undefined;
  readonly averageHeartRate: number | undefined;
  readonly highestHeartRate: number | undefined;
  readonly averageCadence: number | undefined;
  readonly gear: string | undefined;
  readonly source: Source;
  readonly hasRoute: boolean;
  readonly isPublic: boolean;
  readonly #stored: string;
  #efforts: RunEntry['efforts'] | undefined;

  constructor(id: string, row: SummaryRow, isPublic: boolean) {
    this.id = id;
    this.name = row.name;
    this.start = Date.parse(row.started_at);
    this.utcOffset = row.utc_offset;
    this.day = row.day;
    this.metres = row.metres;
    this.elapsed = row.elapsed;
    this.moving = row.moving;
    this.gain = row.gain ?? undefined;
    this.averageHeartRate = row.average_heart_rate ?? undefined;
    this.highestHeartRate = row.highest_heart_rate ?? undefined;
    this.averageCadence = row.average_cadence ?? undefined;
    this.gear = row.gear ?? undefined;
    this.source = row.source;
    this.hasRoute = row.has_route;
    this.isPublic = isPublic;
    this.#stored = row.efforts;
  }

  get efforts(): RunEntry['efforts'] {
    this.#efforts ??= unpackEfforts(this.#stored);
    return this.#efforts;
  }
}

/** The columns of a summary. Tenths of a meter and thousandths of a second are precise enough. */
export function toSummaryRow(summary: RunSummary) {
  return {
    name: toStorable(summary.name, 200),
    started_at: new Date(Math.round(summary.start)).toISOString(),
    utc_offset: Math.round(summary.utcOffset),
    day: summary.day,
    metres: round(summary.metres, 10),
    elapsed: round(summary.elapsed, 1000),
    moving: round(summary.moving, 1000),
    gain: round(summary.gain, 10),
    loss: round(summary.loss, 10),
    average_heart_rate: round(summary.averageHeartRate, 10),
    highest_heart_rate: round(summary.highestHeartRate, 10),
    average_cadence: round(summary.averageCadence, 10),
    gear: toStorable(summary.gear ?? '', 200) || null,
    source: summary.source,
    points: summary.points,
    has_route: summary.hasRoute,
    efforts: packEfforts(summary.efforts),
  };
}

function round(value: number, parts: number): number;
function round(value: number | undefined, parts: number): number | null;
function round(value: number | undefined, parts: number): number | null {
  return value === undefined ? null : Math.round(value * parts) / parts;
}

/** The columns that only the owner of a run can read. */
export interface DetailRow {
  notes: string;
  device: string | null;
  laps: [start: number, time: number, metres: number | null][];
  stated: { [Total in keyof StatedTotals]?: number };
  original: string | null;
  original_name: string | null;
}

export const detailColumns = 'notes, device, laps, stated, original, original_name';

export function toDetailRow(run: Run): Pick<DetailRow, 'notes' | 'device' | 'laps' | 'stated'> {
  return {
    notes: toStorable(run.notes, 20_000),
    device: toStorable(run.device ?? '', 200) || null,
    // A file with more laps than this has one for each of its points.
    laps: run.laps.slice(0, 5000).map(({ start, time, metres }) => [start, time, metres ?? null]),
    stated: Object.fromEntries(Object.entries(run.stated).filter(([, value]) => value !== undefined)),
  };
}

export function toRun(row: SummaryRow & DetailRow, track: Run['track']): Run {
  return {
    name: row.name,
    notes: row.notes,
    sport: 'run',
    sportName: 'Run',
    start: Date.parse(row.started_at),
    utcOffset: row.utc_offset,
    source: row.source,
    device: row.device ?? undefined,
    gear: row.gear ?? undefined,
    track,
    laps: row.laps.map(([start, time, metres]): Lap => ({ start, time, metres: metres ?? undefined })),
    stated: {
      metres: row.stated.metres,
      elapsed: row.stated.elapsed,
      moving: row.stated.moving,
      gain: row.stated.gain,
      heartRate: row.stated.heartRate,
    },
  };
}

type Efforts = { elapsed: BestEffort[]; moving: BestEffort[] };
type Triple = [metres: number, seconds: number, start: number];

/** Best efforts as they are stored: three numbers each, because a list of runs contains all of them. A type, as it has to fit that of JSON. */
type StoredEfforts = {
  elapsed: Triple[];
  moving: Triple[];
};

function packEfforts({ elapsed, moving }: Efforts): StoredEfforts {
  const pack = (efforts: BestEffort[]) =>
    efforts.map(({ metres, seconds, start }): Triple => [metres, seconds, Math.round(start * 1000) / 1000]);
  return { elapsed: pack(elapsed), moving: pack(moving) };
}

/** Published data may be anything that the database accepts; entries that are not efforts are left out. */
function unpackEfforts(text: string): Efforts {
  const stored: unknown = JSON.parse(text);
  return { elapsed: unpack(stored, 'elapsed'), moving: unpack(stored, 'moving') };
}

function unpack(stored: unknown, kind: keyof StoredEfforts): BestEffort[] {
  const list: unknown = (stored as Partial<Record<keyof StoredEfforts, unknown>> | null)?.[kind];
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    if (!Array.isArray(each)) return [];
    const [metres, seconds, start]: unknown[] = each;
    const isEffort = typeof metres === 'number' && typeof seconds === 'number' && typeof start === 'number';
    return isEffort ? [{ metres, seconds, start }] : [];
  });
}
