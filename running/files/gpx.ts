import { emptyTrack, nothingStated, type Run, type StatedTotals } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import { clearPoint, emptyPoint, type Piece, TrackBuilder } from '../track/track-builder.ts';
import type { Limits } from './limits.ts';
import { createTimeReader, readNumber } from './read-number.ts';
import type { RunCollector } from './run-collector.ts';
import { toSport } from './sport.ts';
import { toLine, toNotes } from './text-line.ts';
import type { XmlAttributes } from './xml-reader.ts';

interface GpxTrack {
  name: string;
  notes: string;
  type: string;
  builder: TrackBuilder;
}

/** GPX 1.0 and 1.1: each `trk` is a run, each `trkseg` after the first follows a pause. */
export class GpxCollector implements RunCollector {
  readonly #limits: Limits;
  readonly #readTime = createTimeReader();
  readonly #tracks: GpxTrack[] = [];
  #device = '';
  #planned = 0;
  #waypoints = 0;
  /** What stands in <gpx><extensions>, by name: some programs write the totals of the run there. */
  readonly #totals = new Map<string, string>();
  /** An element with extensions of its own is open. */
  #isInside = false;
  /** The first position that is written in an unknown way. */
  #unreadable = '';
  #track: GpxTrack | undefined;
  readonly #point = emptyPoint();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (parts.has(name)) this.#isInside = true;
    if (name === 'trkpt') this.#openPoint(attributes);
    else if (name === 'trkseg') this.#track?.builder.breakHere();
    else if (name === 'trk') this.#openTrack();
    else if (name === 'rtept') this.#planned += 1;
    else if (name === 'wpt') this.#waypoints += 1;
    else if (name === 'gpx') this.#device = toLine(attributes.creator);
  }

  close(name: string, text: string, parent: string): void {
    switch (name) {
      case 'ele':
        this.#point.elevation = readNumber(text);
        break;
      case 'time':
        if (parent === 'trkpt') this.#point.at = this.#readTime(text);
        break;
      case 'hr':
      case 'heartrate':
        this.#point.heartRate = readNumber(text);
        break;
      case 'cad':
      case 'cadence':
        // One foot is counted.
        this.#point.cadence = 2 * readNumber(text);
        break;
      case 'trkpt':
        this.#track?.builder.add(this.#point);
        break;
      case 'name':
      case 'desc':
      case 'type':
        if (parent === 'trk' && this.#track) this.#describe(this.#track, name, text);
        break;
      default:
        if (parts.has(name)) this.#isInside = false;
        if (parent === 'extensions' && !this.#isInside && totalNames.has(name)) this.#totals.set(name, text);
    }
  }

  finish(): Run[] {
    const runs = this.#tracks.flatMap((track) => this.#toRuns(track));
    const treadmill = runs.length === 0 && this.#planned === 0 ? this.#toTreadmillRun() : undefined;
    if (treadmill) return [treadmill];
    const [only, ...others] = runs;
    if (only && others.length === 0) only.stated = this.#readTotals();
    if (this.#unreadable !== '' && runs.every(({ track }) => track.latitude.every(Number.isNaN)))
      throw new RunFileError(
        'damaged',
        `Its positions cannot be read: “${this.#unreadable}” is not a coordinate.`,
      );
    if (runs.length > 0) return runs;
    if (this.#tracks.some(({ builder }) => builder.withoutTime > 0) || this.#planned > 0) {
      throw new RunFileError(
        'no_times',
        'This file has a planned route, not a run: its points have no times.',
      );
    }
    const what = this.#waypoints > 0 ? 'This file has waypoints only, and no' : 'This file has no';
    throw new RunFileError('no_points', `${what} recorded points.`);
  }

  #openTrack(): void {
    this.#track = { name: '', notes: '', type: '', builder: new TrackBuilder(this.#limits.points) };
    this.#tracks.push(this.#track);
  }

  #openPoint(attributes: XmlAttributes): void {
    clearPoint(this.#point);
    const { lat = '', lon = '' } = attributes;
    this.#point.latitude = readNumber(lat);
    this.#point.longitude = readNumber(lon);
    if (this.#unreadable === '' && lat !== '' && Number.isNaN(this.#point.latitude))
      this.#unreadable = toLine(lat);
  }

  #describe(track: GpxTrack, what: 'name' | 'desc' | 'type', text: string): void {
    if (what === 'name') track.name = toLine(text);
    else if (what === 'desc') track.notes = toNotes(text);
    else track.type = toLine(text);
  }

  #toRuns(track: GpxTrack): Run[] {
    return track.builder.finish().map((piece) => this.#toRun(track, piece));
  }

  #toRun({ name, notes, type }: Omit<GpxTrack, 'builder'>, { start, track }: Piece): Run {
    return {
      name,
      notes,
      sport: toSport(type),
      sportName: type,
      start,
      utcOffset: undefined,
      source: 'gpx',
      device: this.#device || undefined,
      gear: undefined,
      track,
      laps: [],
      stated: { ...nothingStated },
    };
  }

  /** A run without points, of which the file states the times. */
  #toTreadmillRun(): Run | undefined {
    const start = this.#readTime(this.#totals.get('start_time') ?? '');
    const stated = this.#readTotals();
    if (Number.isNaN(start) || !stated.elapsed) return undefined;
    const track = this.#tracks[0] ?? { name: '', notes: '', type: '' };
    return { ...this.#toRun(track, { start, track: emptyTrack() }), stated };
  }

  #readTotals(): StatedTotals {
    const read = (name: string) => {
      const value = readNumber(this.#totals.get(name) ?? '');
      return value > 0 && value < 1e8 ? value : undefined;
    };
    const timeOf = (name: string) => this.#readTime(this.#totals.get(name) ?? '') / 1000;
    const between = timeOf('end_time') - timeOf('start_time');
    return {
      metres: read('distance'),
      elapsed: read('elapsed_time') ?? (between > 0 ? between : undefined),
      moving: read('moving_time'),
      gain: undefined,
      heartRate: read('average_hr'),
    };
  }
}

/** Elements that may have extensions, beside the document itself. */
const parts = new Set(['trk', 'rte', 'wpt', 'metadata']);
const totalNames = new Set([
  'distance',
  'average_hr',
  'start_time',
  'end_time',
  'moving_time',
  'elapsed_time',
]);
