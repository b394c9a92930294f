import { Utils } from '@garmin/fitsdk';
import type { Run } from '../run.ts';
import { RunFileError } from '../run-file-error.ts';
import { emptyPoint, TrackBuilder } from '../track/track-builder.ts';
import type { WantedFields } from './fit-frames.ts';
import { type FitLap, type FitSession, firstDate, toFitRuns } from './fit-runs.ts';
import type { Limits } from './limits.ts';
import { toLine } from './text-line.ts';

/** The numbers of messages in the FIT profile. */
const FILE_ID = 0;
const SPORT = 12;
const SESSION = 18;
const LAP = 19;
const RECORD = 20;
const EVENT = 21;
const DEVICE_INFO = 23;
const ACTIVITY = 34;

/** By the field numbers of the FIT profile; `add` below reads them by name. */
export const wantedFields: WantedFields = new Map([
  [FILE_ID, new Set([0, 1, 2, 8])],
  [SPORT, new Set([0, 1])],
  [SESSION, new Set([253, 2, 5, 6, 7, 8, 9, 16, 22])],
  [LAP, new Set([253, 2, 7, 8, 9])],
  [RECORD, new Set([253, 0, 1, 2, 3, 4, 5, 8, 53, 78])],
  [EVENT, new Set([0, 1])],
  [DEVICE_INFO, new Set([0, 2, 4, 27])],
  [ACTIVITY, new Set([253, 5])],
]);

/** Positions are parts of a circle of 2³². */
const semicircle = 180 / 2 ** 31;
const maxParts = 10_000;

type Message = Readonly<Record<string, unknown>>;

/** Collects the messages of FIT files in their order. Totals and the sport come last, after all points. */
export class FitCollector {
  readonly #builder: TrackBuilder;
  readonly #point = emptyPoint();
  readonly #maxMessages: number;
  readonly #sessions: FitSession[] = [];
  readonly #laps: FitLap[] = [];
  /** Laps and sessions by their values: a file that was copied twice has each twice. */
  readonly #seen = new Set<string>();
  readonly #readCompressed = createCompressedReader();
  #messages = 0;
  #sport = '';
  #sportKind = '';
  #fileType: unknown;
  #device = '';
  #utcOffset: number | undefined;
  /** Milliseconds from the watch's time since it was switched on to its owner's clock. */
  #clockShift: number | undefined;

  constructor(limits: Limits) {
    this.#builder = new TrackBuilder(limits.points);
    this.#maxMessages = limits.points * 2;
  }

  add(number: number, message: object): void {
    this.#messages += 1;
    if (this.#messages > this.#maxMessages)
      throw new RunFileError('too_large', 'This file has too many messages.');
    const fields = message as Message;
    if (number === RECORD) this.#addRecord(fields);
    else if (number === EVENT) this.#addEvent(fields);
    else if (number === LAP) this.#addPart(this.#laps, readPart(fields));
    else if (number === SESSION)
      this.#addPart(this.#sessions, {
        ...readPart(fields),
        sport: readText(fields.sport),
        kind: readText(fields.subSport),
      });
    else if (number === SPORT) {
      this.#sportKind ||= readText(fields.subSport);
      this.#sport ||= readText(fields.sport);
    } else if (number === FILE_ID) this.#readFileId(fields);
    else if (number === DEVICE_INFO && fields.deviceIndex === 'creator')
      this.#device = readDevice(fields) || this.#device;
    else if (number === ACTIVITY) this.#readActivity(fields);
  }

  finish(): Run[] {
    if (this.#fileType !== undefined && this.#fileType !== 'activity') {
      const what = readText(this.#fileType) || 'something else';
      throw new RunFileError('no_recording', `This FIT file holds ${what}, not a recording.`);
    }
    const runs = toFitRuns({
      pieces: this.#builder.finish(),
      sessions: this.#sessions,
      laps: this.#laps,
      sport: this.#sport,
      kind: this.#sportKind,
      clockShift: this.#clockShift,
      device: this.#device || undefined,
      utcOffset: this.#utcOffset,
    });
    if (runs.length === 0) throw new RunFileError('no_points', 'This file has no recorded points.');
    return runs;
  }

  #addRecord(fields: Message): void {
    const point = this.#point;
    point.at = readTime(fields.timestamp);
    point.latitude = readNumber(fields.positionLat) * semicircle;
    point.longitude = readNumber(fields.positionLong) * semicircle;
    point.elevation = readNumber(fields.enhancedAltitude ?? fields.altitude);
    point.distance = readNumber(fields.distance ?? this.#readCompressed(fields.compressedSpeedDistance));
    point.heartRate = readNumber(fields.heartRate);
    // One foot is counted, and the halves of a step in a field of their own.
    point.cadence = Math.round(2 * (readNumber(fields.cadence) + (Number(fields.fractionalCadence) || 0)));
    this.#builder.add(point);
  }

  #addEvent({ event, eventType }: Message): void {
    const stops = typeof eventType === 'string' && eventType.startsWith('stop');
    if (event === 'timer' && stops) this.#builder.breakHere();
  }

  #addPart<T extends FitLap>(list: T[], part: T): void {
    const key = `${list === this.#laps} ${Object.values(part).join(' ')}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (list.length >= maxParts) throw new RunFileError('too_large', 'This file has too many laps.');
    list.push(part);
  }

  #readActivity(fields: Message): void {
    const at = readTime(fields.timestamp);
    const onTheClock = readTime(fields.localTimestamp);
    if (at < firstDate && onTheClock >= firstDate) this.#clockShift = onTheClock - at;
    this.#utcOffset = readOffset(fields);
  }

  #readFileId(fields: Message): void {
    this.#fileType ??= fields.type;
    this.#device ||= readDevice(fields);
  }
}

function readPart(fields: Message): FitLap {
  const end = readTime(fields.timestamp);
  const elapsed = readNumber(fields.totalElapsedTime);
  const start = readTime(fields.startTime);
  return {
    start: Number.isNaN(start) ? end - elapsed * 1000 : start,
    elapsed,
    moving: readNumber(fields.totalTimerTime),
    metres: readNumber(fields.totalDistance),
    gain: readNumber(fields.totalAscent),
    heartRate: readNumber(fields.avgHeartRate),
  };
}

/** A damaged or unusual file may have any type where the profile has a number. */
function readNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? toLine(value) : '';
}

function readTime(value: unknown): number {
  return readNumber(value) * 1000 + Utils.FIT_EPOCH_MS;
}

/** Three bytes of old watches: twelve bits of speed, and twelve of a distance in sixteenths of a meter that starts again after 256 m. */
function createCompressedReader(): (value: unknown) => number {
  let total = 0;
  let last: number | undefined;
  return (value) => {
    if (!Array.isArray(value) || value.length !== 3) return Number.NaN;
    const [, low, high] = value.map(readNumber);
    const now = ((low ?? 0) >> 4) | ((high ?? 0) << 4);
    total += (now - (last ?? now) + 4096) % 4096;
    last = now;
    return total / 16;
  };
}

/** Quarters of an hour, because the two clocks may differ by seconds. */
function readOffset({ timestamp, localTimestamp }: Message): number | undefined {
  const minutes = Math.round((readNumber(localTimestamp) - readNumber(timestamp)) / 900) * 15;
  return Math.abs(minutes) <= 14 * 60 ? minutes : undefined;
}

/** `Garmin Forerunner 245` out of `garmin` and `fr245`, or what the device calls itself. */
function readDevice({ manufacturer, garminProduct, productName }: Message): string {
  // Files that apps write for themselves name no maker.
  const maker = readText(manufacturer) === 'development' ? '' : readText(manufacturer);
  const product = (readText(productName) || readText(garminProduct))
    .replace(/^fr(?=\d)/, 'Forerunner ')
    .replace(/^fenix(?=\d)/, 'Fenix ');
  if (product.toLowerCase().startsWith(maker.toLowerCase())) return toLine(product);
  return toLine(`${maker.charAt(0).toUpperCase()}${maker.slice(1)} ${product}`);
}
