import { emptyTrack, type Lap, type Run, type StatedTotals } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import { clearPoint, emptyPoint, type Piece, TrackBuilder } from '../track/track-builder.ts';
import type { Limits } from './limits.ts';
import { createTimeReader, readNumber } from './read-number.ts';
import type { RunCollector } from './run-collector.ts';
import { toSport } from './sport.ts';
import { toLine, toNotes } from './text-line.ts';
import type { XmlAttributes } from './xml-reader.ts';

interface TcxLap {
  at: number;
  time: number;
  metres: number;
}

interface TcxActivity {
  sport: string;
  at: number;
  notes: string;
  device: string;
  laps: TcxLap[];
  builder: TrackBuilder;
}

/** Garmin's Training Center XML, version 2. Each `Activity` is a run; each `Track` after the first follows a pause. */
export class TcxCollector implements RunCollector {
  readonly #limits: Limits;
  readonly #readTime = createTimeReader();
  readonly #activities: TcxActivity[] = [];
  #activity: TcxActivity | undefined;
  #lap: TcxLap | undefined;
  readonly #point = emptyPoint();
  #isCourse = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'Trackpoint') clearPoint(this.#point);
    else if (name === 'Track') this.#activity?.builder.breakHere();
    else if (name === 'Lap') this.#openLap(attributes.StartTime ?? '');
    else if (name === 'Activity') this.#openActivity(attributes.Sport ?? '');
    else if (name === 'Course') this.#isCourse = true;
  }

  close(name: string, text: string, parent: string): void {
    if (name === 'Trackpoint') this.#activity?.builder.add(this.#point);
    else if (name === 'Lap') this.#lap = undefined;
    else if (name === 'Activity') this.#activity = undefined;
    else if (text !== '') this.#readValue(name, text, parent);
  }

  finish(): Run[] {
    const runs = this.#activities.flatMap((activity) => toRuns(activity));
    if (runs.length > 0) return runs;
    if (this.#isCourse) {
      throw new RunFileError('no_times', 'This file has a planned course, not a run.');
    }
    throw new RunFileError('no_points', 'This file has no recorded points.');
  }

  #readValue(name: string, text: string, parent: string): void {
    const point = this.#point;
    switch (name) {
      case 'Time':
        point.at = this.#readTime(text);
        break;
      case 'LatitudeDegrees':
        point.latitude = readNumber(text);
        break;
      case 'LongitudeDegrees':
        point.longitude = readNumber(text);
        break;
      case 'AltitudeMeters':
        point.elevation = readNumber(text);
        break;
      case 'DistanceMeters':
        if (parent === 'Trackpoint') point.distance = readNumber(text);
        else if (parent === 'Lap' && this.#lap) this.#lap.metres = readNumber(text);
        break;
      case 'Value':
        if (parent === 'HeartRateBpm') point.heartRate = readNumber(text);
        break;
      case 'Cadence':
      case 'RunCadence':
        // One foot is counted.
        point.cadence = 2 * readNumber(text);
        break;
      case 'TotalTimeSeconds':
        if (this.#lap) this.#lap.time = readNumber(text);
        break;
      default:
        if (this.#activity) this.#describe(this.#activity, name, text, parent);
    }
  }

  #describe(activity: TcxActivity, name: string, text: string, parent: string): void {
    if (name === 'Id' && parent === 'Activity') activity.at = this.#readTime(text);
    else if (name === 'Notes' && parent === 'Activity') activity.notes = toNotes(text);
    else if (name === 'Name' && parent === 'Creator') activity.device = toLine(text);
  }

  #openActivity(sport: string): void {
    const builder = new TrackBuilder(this.#limits.points);
    this.#activity = { sport: toLine(sport), at: Number.NaN, notes: '', device: '', laps: [], builder };
    this.#activities.push(this.#activity);
  }

  #openLap(start: string): void {
    this.#lap = { at: this.#readTime(start), time: Number.NaN, metres: Number.NaN };
    if ((this.#activity?.laps.length ?? 0) >= maxLaps)
      throw new RunFileError('too_large', 'This file has too many laps.');
    this.#activity?.laps.push(this.#lap);
  }
}

const maxLaps = 10_000;

function toRuns(activity: TcxActivity): Run[] {
  const pieces: Piece[] = activity.builder.finish();
  const first = activity.laps[0];
  const at = Number.isNaN(activity.at) ? (first?.at ?? Number.NaN) : activity.at;
  const stated = toTotals(activity.laps);
  // A treadmill may leave nothing but the sums of its laps.
  if (pieces.length === 0 && !Number.isNaN(at) && stated.elapsed)
    pieces.push({ start: at, track: emptyTrack() });
  return pieces.map(({ start, track }) => ({
    name: '',
    notes: activity.notes,
    sport: toSport(activity.sport),
    sportName: activity.sport,
    start,
    utcOffset: undefined,
    source: 'tcx',
    device: activity.device || undefined,
    gear: undefined,
    track,
    laps: pieces.length === 1 ? activity.laps.flatMap((lap) => toLap(lap, start)) : [],
    stated,
  }));
}

function toLap({ at, time, metres }: TcxLap, start: number): Lap[] {
  if (Number.isNaN(at) || !(time > 0)) return [];
  return [{ start: Math.max(0, (at - start) / 1000), time, metres: metres >= 0 ? metres : undefined }];
}

function toTotals(laps: TcxLap[]): StatedTotals {
  const sum = (values: number[]) =>
    values.filter((value) => value > 0).reduce((a, b) => a + b, 0) || undefined;
  const seconds = sum(laps.map(({ time }) => time));
  return {
    metres: sum(laps.map(({ metres }) => metres)),
    elapsed: seconds,
    moving: seconds,
    gain: undefined,
    heartRate: undefined,
  };
}
