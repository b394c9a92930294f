import type { Run, Source } from '../run.ts';

/** What the formats can express, for files with otherwise the same data. */
const byFormat: Readonly<Record<Source, number>> = {
  fit: 3,
  tcx: 2,
  gpx: 1,
  strava: 0,
  garmin: 0,
  apple: 0,
  sample: 0,
};

/** How much data a file has about its run. Only the order of two numbers has a meaning. */
export function measureRichness({ track, laps, device, source, incomplete }: Run): number {
  const share = (isKnown: (point: number) => boolean) => {
    let known = 0;
    for (let point = 0; point < track.time.length; point += 1) if (isKnown(point)) known += 1;
    return track.time.length > 0 ? known / track.time.length : 0;
  };
  const columns =
    share((point) => !Number.isNaN(track.latitude[point])) * 4 +
    share((point) => (track.heartRate[point] ?? 0) > 0) * 2 +
    share((point) => !Number.isNaN(track.elevation[point])) +
    share((point) => !Number.isNaN(track.distance[point])) +
    share((point) => (track.cadence[point] ?? 0) > 0);
  // A point each second is more data than one a minute.
  const seconds = track.time.at(-1) ?? 0;
  const density = seconds > 0 ? Math.min(1, (track.time.length - 1) / seconds) : 0;
  const extras = (laps.length > 1 ? 1 : 0) + (device ? 0.5 : 0);
  const richness = Math.round((columns * 10 + density * 10 + extras * 2 + byFormat[source]) * 100) / 100;
  // A part of a run never takes the place of a whole one.
  return incomplete ? richness / 100 : richness;
}
