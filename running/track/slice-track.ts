import type { Track } from '../run.ts';

/** The points from `from` up to, not including, `to` as a track of its own that starts at 0 seconds and 0 meters. */
export function sliceTrack(track: Track, from: number, to: number): Track {
  const time = track.time.slice(from, to);
  const distance = track.distance.slice(from, to);
  const firstTime = time[0] ?? 0;
  const firstMetres = distance.find((metres) => !Number.isNaN(metres)) ?? 0;
  return {
    time: time.map((seconds) => seconds - firstTime),
    latitude: track.latitude.slice(from, to),
    longitude: track.longitude.slice(from, to),
    elevation: track.elevation.slice(from, to),
    distance: distance.map((metres) => metres - firstMetres),
    heartRate: track.heartRate.slice(from, to),
    cadence: track.cadence.slice(from, to),
    breaks: track.breaks.filter((at) => at > from && at < to).map((at) => at - from),
  };
}
