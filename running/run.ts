/** A run as read from a file of a watch or a phone. It has no id: the caller that stores the run assigns it. */

/** Strava, Garmin and Apple: a run without a recording, of which their export has only the sums. */
export type Source = 'fit' | 'tcx' | 'gpx' | 'strava' | 'garmin' | 'apple' | 'sample';

/**
 * `unknown` counts as a run: a file that names no sport and is imported into a running page is most likely one. One that names
 * something vague, such as “training”, is `maybe` a run: the user is asked.
 */
export type Sport = 'run' | 'unknown' | 'maybe' | 'other';

/**
 * One entry per recorded point, in typed arrays, so that a run can be handed from a worker to the page without a copy.
 * All arrays have the same length.
 */
export interface Track {
  /** Seconds since the start of the run; each is greater than the one before. */
  time: Float64Array;
  /** Degrees; NaN where the position is not known. */
  latitude: Float64Array;
  longitude: Float64Array;
  /** Meters above the sea; NaN where it is not known. */
  elevation: Float32Array;
  /** Meters since the start as the device counted them; NaN where it did not. */
  distance: Float64Array;
  /** Beats per minute; 0 where it is not known. */
  heartRate: Uint8Array;
  /** Steps of both feet per minute; 0 where it is not known. */
  cadence: Uint8Array;
  /** The points before which the recording was paused, ascending. */
  breaks: Uint32Array;
}

export interface Lap {
  /** Seconds since the start of the run. */
  start: number;
  /** Seconds, without pauses where the file knows them. */
  time: number;
  metres: number | undefined;
}

/** The totals that the file states. They count where there are no points to measure, and correct what only positions measure. */
export interface StatedTotals {
  metres: number | undefined;
  elapsed: number | undefined;
  /** Seconds without the pauses of the watch. */
  moving: number | undefined;
  gain: number | undefined;
  /** Beats per minute, on average. */
  heartRate: number | undefined;
}

export interface Run {
  name: string;
  notes: string;
  sport: Sport;
  /** What the file calls the sport, for the sentence that says why something is not a run. */
  sportName: string;
  /** Milliseconds since 1970. */
  start: number;
  /** Minutes that the runner's clock was ahead of UTC; undefined when the file does not say. */
  utcOffset: number | undefined;
  source: Source;
  device: string | undefined;
  gear: string | undefined;
  track: Track;
  laps: Lap[];
  stated: StatedTotals;
  /** A sentence that says why only a part of the run could be read. */
  incomplete?: string;
  /** The device did not know the date: `start` is the time since it was switched on. */
  isUndated?: boolean;
}

export const nothingStated: Readonly<StatedTotals> = {
  metres: undefined,
  elapsed: undefined,
  moving: undefined,
  gain: undefined,
  heartRate: undefined,
};

export function emptyTrack(): Track {
  return createTrack(0, []);
}

/** A track of `length` points about which nothing is known yet. */
export function createTrack(length: number, breaks: ArrayLike<number>): Track {
  return {
    time: new Float64Array(length),
    latitude: new Float64Array(length).fill(Number.NaN),
    longitude: new Float64Array(length).fill(Number.NaN),
    elevation: new Float32Array(length).fill(Number.NaN),
    distance: new Float64Array(length).fill(Number.NaN),
    heartRate: new Uint8Array(length),
    cadence: new Uint8Array(length),
    breaks: Uint32Array.from(breaks),
  };
}

/** The buffers of a run, for the transfer list of `postMessage`. */
export function buffersOf({ track }: Run): ArrayBuffer[] {
  const columns: Track[keyof Track][] = Object.values(track);
  return columns.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}
