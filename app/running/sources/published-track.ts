import { createTrack, nothingStated, type Run } from '../../../running/run.ts';
import type { SummaryRow } from '../data/run-row.ts';

/** The columns of a track in published_runs: integers of a small unit, null where the value is unknown. */
export interface PublishedTrack {
  time: number[];
  latitude: (number | null)[];
  longitude: (number | null)[];
  elevation: (number | null)[];
  heart_rate: (number | null)[];
  distance: (number | null)[];
  breaks: number[];
}

export const trackColumns = 'time, latitude, longitude, elevation, heart_rate, distance, breaks';

/** A run as the public sees it, without the owner's notes. */
export function toPublishedRun(row: SummaryRow & PublishedTrack): Run {
  const track = createTrack(row.time.length, row.breaks);
  const fill = (to: Float64Array | Float32Array, from: (number | null)[], parts: number) => {
    for (const [point, value] of from.entries()) if (value !== null) to[point] = value / parts;
  };
  fill(track.time, row.time, 1000);
  fill(track.latitude, row.latitude, 1e6);
  fill(track.longitude, row.longitude, 1e6);
  fill(track.elevation, row.elevation, 10);
  fill(track.distance, row.distance, 10);
  for (const [point, rate] of row.heart_rate.entries()) track.heartRate[point] = rate ?? 0;
  // A run without points has only its sums.
  const { metres, elapsed, moving, gain } = row;
  const stated =
    row.time.length > 0
      ? { ...nothingStated }
      : { ...nothingStated, metres, elapsed, moving, gain: gain ?? undefined };
  return {
    name: row.name,
    notes: '',
    sport: 'run',
    sportName: 'Run',
    start: Date.parse(row.started_at),
    utcOffset: row.utc_offset,
    source: row.source,
    device: undefined,
    gear: row.gear ?? undefined,
    track,
    laps: [],
    stated,
  };
}
