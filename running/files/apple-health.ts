import { RunFileError } from '../run-file-error.ts';
import type { Chunks } from './chunks.ts';
import type { Limits } from './limits.ts';
import { createTimeReader, readNumber } from './read-number.ts';
import { toLine } from './text-line.ts';
import { type XmlAttributes, type XmlHandler, XmlReader } from './xml-reader.ts';

/** A workout of export.xml in an Apple Health export. */
export interface AppleWorkout {
  /** `Running` of `HKWorkoutActivityTypeRunning`. */
  type: string;
  /** Milliseconds since 1970. */
  start: number;
  utcOffset: number | undefined;
  elapsed: number;
  /** Seconds without pauses. */
  moving: number | undefined;
  metres: number | undefined;
  heartRate: number | undefined;
  device: string;
  /** The name of the GPX file with its route; '' when there is none. */
  route: string;
}

export interface AppleHealth {
  workouts: AppleWorkout[];
  /** The beats that were measured from one moment to another: `at` in milliseconds since 1970, ascending. */
  heartRates(from: number, to: number): { at: number; rate: number }[];
}

const maxWorkouts = 200_000;
const maxHeartRates = 50_000_000;

/** Reads export.xml in one pass: all that was ever measured comes first, the workouts last. It may have gigabytes. */
export async function readAppleHealth(
  chunks: Chunks,
  limits: Limits,
  yieldToEventLoop: () => Promise<void> | undefined,
): Promise<AppleHealth> {
  const collector = new AppleHealthCollector();
  const reader = new XmlReader(collector, limits, { allowsDocumentType: true });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    reader.push(decoder.decode(chunk, { stream: true }));
    await yieldToEventLoop();
  }
  reader.push(decoder.decode());
  reader.end();
  return collector.finish();
}

/** Whether these first bytes are those of export.xml, whose name depends on the language of the phone. */
export function isAppleHealth(head: Uint8Array): boolean {
  return /<!DOCTYPE HealthData|<HealthData[\s>]/.test(new TextDecoder().decode(head.subarray(0, 1024)));
}

const metresOf: Readonly<Record<string, number>> = { km: 1000, m: 1, mi: 1609.344 };
const secondsOf: Readonly<Record<string, number>> = { s: 1, min: 60, hr: 3600 };
/** A moment and its beats in one number, which sorts quickly: 256 times the milliseconds, and the beats. */
const factor = 256;

class AppleHealthCollector implements XmlHandler {
  readonly #readTime = createTimeReader();
  readonly #workouts: AppleWorkout[] = [];
  #workout: AppleWorkout | undefined;
  #rates = new Float64Array(4096);
  #count = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'Record') this.#addRecord(attributes);
    else if (name === 'Workout') this.#openWorkout(attributes);
    else if (!this.#workout) return;
    else if (name === 'WorkoutStatistics') readStatistics(this.#workout, attributes);
    else if (name === 'FileReference')
      this.#workout.route = (attributes.path ?? '').slice((attributes.path ?? '').lastIndexOf('/') + 1);
  }

  close(name: string): void {
    if (name === 'Workout') this.#workout = undefined;
  }

  finish(): AppleHealth {
    const rates = this.#rates.subarray(0, this.#count).sort();
    return {
      workouts: this.#workouts,
      heartRates(from, to) {
        const found: { at: number; rate: number }[] = [];
        for (let place = lowerBound(rates, from * factor); place < rates.length; place += 1) {
          const packed = rates[place] ?? 0;
          const at = Math.floor(packed / factor);
          if (at > to) break;
          found.push({ at, rate: packed - at * factor });
        }
        return found;
      },
    };
  }

  #addRecord({ type, startDate = '', value = '' }: XmlAttributes): void {
    if (type !== 'HKQuantityTypeIdentifierHeartRate') return;
    const at = this.#readTime(startDate);
    const rate = Math.round(readNumber(value));
    if (Number.isNaN(at) || !(rate >= 25 && rate <= 250)) return;
    if (this.#count >= maxHeartRates)
      throw new RunFileError('too_large', 'This export has too many heart rates.');
    if (this.#count === this.#rates.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#rates);
      this.#rates = larger;
    }
    this.#rates[this.#count] = at * factor + rate;
    this.#count += 1;
  }

  #openWorkout(attributes: XmlAttributes): void {
    const { workoutActivityType = '', startDate = '', endDate = '', sourceName = '' } = attributes;
    const start = this.#readTime(startDate);
    const elapsed = (this.#readTime(endDate) - start) / 1000;
    if (!(elapsed > 0)) return;
    if (this.#workouts.length >= maxWorkouts)
      throw new RunFileError('too_large', 'This export has too many workouts.');
    this.#workout = {
      type: toLine(workoutActivityType.replace('HKWorkoutActivityType', '')),
      start,
      utcOffset: readOffset(startDate),
      elapsed,
      moving: scale(attributes.duration, secondsOf[attributes.durationUnit ?? 'min']),
      metres: scale(attributes.totalDistance, metresOf[attributes.totalDistanceUnit ?? 'km']),
      heartRate: undefined,
      device: toLine(sourceName),
      route: '',
    };
    this.#workouts.push(this.#workout);
  }
}

function readStatistics(workout: AppleWorkout, { type = '', sum, average, unit = '' }: XmlAttributes): void {
  if (type.startsWith('HKQuantityTypeIdentifierDistance')) workout.metres ??= scale(sum, metresOf[unit]);
  if (type === 'HKQuantityTypeIdentifierHeartRate') workout.heartRate ??= scale(average, 1);
}

function scale(text: string | undefined, factorOf: number | undefined): number | undefined {
  const value = readNumber(text ?? '') * (factorOf ?? Number.NaN);
  return value > 0 && value < 1e8 ? value : undefined;
}

/** Of `2024-05-04 08:00:00 +0200`. */
function readOffset(text: string): number | undefined {
  const found = /([+-])(\d{2}):?(\d{2})$/.exec(text);
  if (!found) return undefined;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}

/** The first place whose value is not less than `value`. */
function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
