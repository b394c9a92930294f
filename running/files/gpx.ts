import { nothingStated, type Run } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import { clearPoint, emptyPoint, TrackBuilder } from '../track/track-builder.ts';
import type { Limits } from './limits.ts';
import { createTimeReader, readNumber } from './read-number.ts';
import type { RunCollector } from './run-collector.ts';
import { toSport } from './sport.ts';
import { toLine, toNotes } from './text-line.ts';
import { readAttributes } from './xml-text.ts';

interface GpxTrack {
  name: string;
  notes: string;
  type: string;
  builder: TrackBuilder;
}

/** The form that nearly every program writes, many times faster to match than attributes in general. */
const commonPosition = /^ lat="([-\d.]*)" lon="([-\d.]*)"$/;

/** GPX 1.0 and 1.1: each `trk` is a run, each `trkseg` after the first follows a pause. */
export class GpxCollector implements RunCollector {
  readonly #limits: Limits;
  readonly #readTime = createTimeReader();
  readonly #tracks: GpxTrack[] = [];
  #device = '';
  #planned = 0;
  #track: GpxTrack | undefined;
  readonly #point = emptyPoint();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  open(name: string, attributes: string): void {
    if (name === 'trkpt') this.#openPoint(attributes);
    else if (name === 'trkseg') this.#track?.builder.breakHere();
    else if (name === 'trk') this.#openTrack();
    else if (name === 'rtept' || name === 'wpt') this.#planned += 1;
    else if (name === 'gpx')
      this.#device = toLine(readAttributes(attributes, this.#limits.xmlAttributes).get('creator'));
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
    }
  }

  finish(): Run[] {
    const runs = this.#tracks.flatMap((track) => this.#toRuns(track));
    if (runs.length > 0) return runs;
    if (this.#tracks.some(({ builder }) => builder.withoutTime > 0) || this.#planned > 0) {
      throw new RunFileError(
        'no_times',
        'This file has a planned route, not a run: its points have no times.',
      );
    }
    throw new RunFileError('no_points', 'This file has no recorded points.');
  }

  #openTrack(): void {
    this.#track = { name: '', notes: '', type: '', builder: new TrackBuilder(this.#limits.points) };
    this.#tracks.push(this.#track);
  }

  #openPoint(raw: string): void {
    const point = this.#point;
    clearPoint(point);
    const match = commonPosition.exec(raw);
    if (match) {
      point.latitude = readNumber(match[1] ?? '');
      point.longitude = readNumber(match[2] ?? '');
    } else {
      const attributes = readAttributes(raw, this.#limits.xmlAttributes);
      point.latitude = readNumber(attributes.get('lat') ?? '');
      point.longitude = readNumber(attributes.get('lon') ?? '');
    }
  }

  #describe(track: GpxTrack, what: 'name' | 'desc' | 'type', text: string): void {
    if (what === 'name') track.name = toLine(text);
    else if (what === 'desc') track.notes = toNotes(text);
    else track.type = toLine(text);
  }

  #toRuns({ name, notes, type, builder }: GpxTrack): Run[] {
    return builder.finish().map(({ start, track }) => ({
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
    }));
  }
}
