import { createTrack, type Track } from '../run.ts';

const columns = ['latitude', 'longitude', 'elevation', 'distance', 'heartRate', 'cadence'] as const;
/** Seconds after which the next part follows a pause. */
const minPause = 3;

/** One track of several in their order; `from` is the second at which each begins. */
export function joinTracks(parts: readonly { track: Track; from: number }[]): Track {
  const breaks: number[] = [];
  const result = createTrack(
    parts.reduce((sum, { track }) => sum + track.time.length, 0),
    [],
  );
  let place = 0;
  for (const { track, from } of parts) {
    if (place > 0 && from - (result.time[place - 1] ?? 0) > minPause) breaks.push(place);
    for (const point of track.breaks) breaks.push(place + point);
    for (const column of columns) result[column].set(track[column], place);
    result.time.set(
      track.time.map((seconds) => from + seconds),
      place,
    );
    place += track.time.length;
  }
  return { ...result, breaks: Uint32Array.from(breaks) };
}
