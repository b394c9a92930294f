import { createTrack, type Track } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';

export interface Point {
  /** Milliseconds since 1970. */
  at: number;
  latitude: number;
  longitude: number;
  elevation: number;
  distance: number;
  heartRate: number;
  cadence: number;
}

export function emptyPoint(): Point {
  return {
    at: Number.NaN,
    latitude: Number.NaN,
    longitude: Number.NaN,
    elevation: Number.NaN,
    distance: Number.NaN,
    heartRate: 0,
    cadence: 0,
  };
}

/** For the next point: reusing one object saves allocations, and a recording has ten thousand points. */
export function clearPoint(point: Point): void {
  point.at = Number.NaN;
  point.latitude = Number.NaN;
  point.longitude = Number.NaN;
  point.elevation = Number.NaN;
  point.distance = Number.NaN;
  point.heartRate = 0;
  point.cadence = 0;
}

/** A piece of a recording: its first moment and its points. */
export interface Piece {
  start: number;
  track: Track;
}

const columns = 7;
/** From here on an unknown value is 0, before it is NaN. */
const heartRateColumn = 5;
/** A longer gap separates two runs, or is due to a clock without the right date. */
const maxPauseMs = 12 * 3600 * 1000;
/** A new segment right after the last point is a lap, not a pause. */
const minPauseMs = 3000;
const earliest = Date.UTC(1985, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** Collects points as a parser finds them, in one growing array, and puts them in order at the end. */
export class TrackBuilder {
  #rows = new Float64Array(columns * 1024);
  #count = 0;
  #breaks: number[] = [];
  #sorted = true;
  #withoutTime = 0;
  readonly #max: number;

  constructor(maxPoints: number) {
    this.#max = maxPoints;
  }

  get count(): number {
    return this.#count;
  }

  /** Points that had no usable time and were left out. */
  get withoutTime(): number {
    return this.#withoutTime;
  }

  add(point: Point): void {
    const { at } = point;
    if (!(at >= earliest && at < latest)) {
      this.#withoutTime += 1;
      return;
    }
    if (this.#count >= this.#max) {
      throw new RunFileError('too_large', `This file has more than ${this.#max} points.`);
    }
    const base = this.#count * columns;
    if (base === this.#rows.length) this.#grow();
    const rows = this.#rows;
    if (base > 0 && at < (rows[base - columns] ?? 0)) this.#sorted = false;
    const placed = isPosition(point.latitude, point.longitude);
    rows[base] = at;
    rows[base + 1] = placed ? point.latitude : Number.NaN;
    rows[base + 2] = placed ? point.longitude : Number.NaN;
    rows[base + 3] = point.elevation > -500 && point.elevation < 9000 ? point.elevation : Number.NaN;
    rows[base + 4] = point.distance >= 0 && point.distance < 1e7 ? point.distance : Number.NaN;
    rows[base + 5] = point.heartRate >= 25 && point.heartRate <= 250 ? point.heartRate : 0;
    rows[base + 6] = point.cadence > 0 && point.cadence <= 255 ? point.cadence : 0;
    if (base > 0 && at === rows[base - columns]) this.#merge(this.#count - 1, this.#count);
    else this.#count += 1;
  }

  /** The next point follows a pause, if some time has passed until then. */
  breakHere(): void {
    if (this.#breaks.at(-1) !== this.#count) this.#breaks.push(this.#count);
  }

  /** The points in order, one for each moment, cut where a gap is too long to be a pause. */
  finish(): Piece[] {
    const order = this.#order();
    const cuts: number[] = [];
    for (let place = 1; place < order.length; place += 1) {
      if (this.#at(order[place] ?? 0) - this.#at(order[place - 1] ?? 0) > maxPauseMs) cuts.push(place);
    }
    return [0, ...cuts]
      .map((from, index) => order.slice(from, cuts[index] ?? order.length))
      .filter((rows) => rows.length > 1)
      .map((rows) => this.#toPiece(rows));
  }

  #at(row: number): number {
    return this.#rows[row * columns] ?? 0;
  }

  /** Older watches write a moment in two records, one with the position and one with the rest: the first value of each kind counts. */
  #merge(first: number, second: number): void {
    for (let column = 1; column < columns; column += 1) {
      const value = this.#rows[first * columns + column] ?? 0;
      const isUnknown = column < heartRateColumn ? Number.isNaN(value) : value === 0;
      if (isUnknown) this.#rows[first * columns + column] = this.#rows[second * columns + column] ?? 0;
    }
  }

  /** By time, unless the points are only in order as they were written: then the clock was wrong, and is corrected. */
  #order(): number[] {
    const written = Array.from({ length: this.#count }, (_, row) => row);
    if (this.#sorted) return written;
    const byTime = written.toSorted((a, b) => this.#at(a) - this.#at(b) || a - b);
    const isInOrder = this.#measure(written) >= this.#measure(byTime);
    return isInOrder ? this.#mergeMoments(byTime) : this.#correctClock(written);
  }

  #mergeMoments(rows: readonly number[]): number[] {
    const kept: number[] = [];
    for (const row of rows) {
      const last = kept.at(-1);
      if (last !== undefined && this.#at(row) === this.#at(last)) this.#merge(last, row);
      else kept.push(row);
    }
    return kept;
  }

  /** The length of the track through these points, roughly: only the order of two results has a meaning. */
  #measure(order: readonly number[]): number {
    let sum = 0;
    let last = -1;
    for (const row of order) {
      const latitude = this.#rows[row * columns + 1] ?? Number.NaN;
      if (Number.isNaN(latitude)) continue;
      if (last >= 0) {
        const north = latitude - (this.#rows[last * columns + 1] ?? 0);
        const east = (this.#rows[row * columns + 2] ?? 0) - (this.#rows[last * columns + 2] ?? 0);
        sum += Math.hypot(north, east * Math.cos((latitude * Math.PI) / 180));
      }
      last = row;
    }
    return sum;
  }

  /** In the order of the file: where the clock goes back, it continues a second later. A single point ahead of its time is left out. */
  #correctClock(written: readonly number[]): number[] {
    const kept: number[] = [];
    let ahead = 0;
    for (const row of written) {
      const at = this.#at(row);
      const last = this.#at(kept.at(-1) ?? -1);
      if (kept.length === 0 || at > last) ahead = 0;
      else if (kept.length > 1 && at > this.#at(kept.at(-2) ?? -1)) {
        kept.pop();
        ahead = 0;
      } else if (at + ahead <= last) ahead = last - at + 1000;
      this.#rows[row * columns] = at + ahead;
      kept.push(row);
    }
    return kept;
  }

  #toPiece(order: number[]): Piece {
    const start = this.#at(order[0] ?? 0);
    const track = createTrack(order.length, this.#findBreaks(order));
    for (let place = 0; place < order.length; place += 1) {
      const base = (order[place] ?? 0) * columns;
      track.time[place] = ((this.#rows[base] ?? 0) - start) / 1000;
      track.latitude[place] = this.#rows[base + 1] ?? Number.NaN;
      track.longitude[place] = this.#rows[base + 2] ?? Number.NaN;
      track.elevation[place] = this.#rows[base + 3] ?? Number.NaN;
      track.distance[place] = this.#rows[base + 4] ?? Number.NaN;
      track.heartRate[place] = this.#rows[base + 5] ?? 0;
      track.cadence[place] = this.#rows[base + 6] ?? 0;
    }
    return { start, track };
  }

  #findBreaks(order: number[]): number[] {
    const breaks = new Set(this.#breaks);
    if (breaks.size === 0) return [];
    return order.flatMap((row, place) => {
      const before = order[place - 1];
      const paused = before !== undefined && this.#at(row) - this.#at(before) > minPauseMs;
      return paused && breaks.has(row) ? [place] : [];
    });
  }

  #grow(): void {
    const larger = new Float64Array(this.#rows.length * 2);
    larger.set(this.#rows);
    this.#rows = larger;
  }
}

/** Exactly 0, 0 is what a device writes that has not found a satellite. */
function isPosition(latitude: number, longitude: number): boolean {
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return onEarth && !(latitude === 0 && longitude === 0);
}
