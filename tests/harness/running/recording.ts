import { createPlane } from '../../../running/analysis/geometry.ts';
import { createTrack, nothingStated, type Run, type Track } from '../../../running/run.ts';

/** A recorded moment, as the writers of test files take it. */
export interface Moment {
  at: number;
  latitude: number;
  longitude: number;
  elevation: number;
  heartRate: number;
}

export const startTime = Date.parse('2024-05-01T06:00:00Z');
export const somewhere = { latitude: 48.2, longitude: 11.5 };

/** A runner going north, one moment a second, by `speed` meters each. */
export function recordMoments(count: number, speed = 3, start = startTime): Moment[] {
  const plane = createPlane(somewhere);
  return Array.from({ length: count }, (_, second) => ({
    at: start + second * 1000,
    ...plane.toPosition(0, second * speed),
    elevation: 500 + second / 100,
    heartRate: 140 + (second % 20),
  }));
}

/** A track to the north whose second `i` is run at `speeds[i]` meters a second: its true distance is their sum. */
export function trackOfSpeeds(speeds: readonly number[], at = somewhere): Track {
  const plane = createPlane(at);
  const track = createTrack(speeds.length + 1, []);
  let metres = 0;
  for (let second = 0; second <= speeds.length; second += 1) {
    const { latitude, longitude } = plane.toPosition(0, metres);
    track.time[second] = second;
    track.latitude[second] = latitude;
    track.longitude[second] = longitude;
    metres += speeds[second] ?? 0;
  }
  return track;
}

/** A track through the given places in meters to the east and north of `somewhere`, a second apart. */
export function trackOfPlaces(places: readonly (readonly [number, number])[], seconds = 1): Track {
  const plane = createPlane(somewhere);
  const track = createTrack(places.length, []);
  for (const [point, [east, north]] of places.entries()) {
    const { latitude, longitude } = plane.toPosition(east, north);
    track.time[point] = point * seconds;
    track.latitude[point] = latitude;
    track.longitude[point] = longitude;
  }
  return track;
}

export function runOf(track: Track, changes: Partial<Run> = {}): Run {
  return {
    name: '',
    notes: '',
    sport: 'run',
    sportName: 'Run',
    start: startTime,
    utcOffset: 0,
    source: 'gpx',
    device: undefined,
    gear: undefined,
    track,
    laps: [],
    stated: { ...nothingStated },
    ...changes,
  };
}
