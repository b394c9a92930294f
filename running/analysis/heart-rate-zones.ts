import type { Track } from '../run.ts';

/** Lower borders of the five common zones, as shares of the maximum heart rate. */
export const defaultZones: readonly number[] = [0.5, 0.6, 0.7, 0.8, 0.9];

export interface HeartRateZone {
  /** Beats per minute from which the zone counts, and up to which; the last one has no end. */
  from: number;
  to: number | undefined;
  seconds: number;
}

const maxHoldSeconds = 10;

/** Seconds in each zone. Slower beats than the first border belong to no zone. */
export function measureHeartRateZones(
  { time, heartRate }: Pick<Track, 'time' | 'heartRate'>,
  highest: number,
  shares: readonly number[] = defaultZones,
): HeartRateZone[] {
  const borders = shares.map((share) => Math.round(share * highest));
  const zones = borders.map((from, index) => ({ from, to: borders[index + 1], seconds: 0 }));
  for (let point = 0; point + 1 < time.length; point += 1) {
    const beats = heartRate[point] ?? 0;
    const zone = beats > 0 ? zones.findLast(({ from }) => beats >= from) : undefined;
    // A gap is a pause or a strap without contact; nothing is known about its beats.
    if (zone) zone.seconds += Math.min(maxHoldSeconds, (time[point + 1] ?? 0) - (time[point] ?? 0));
  }
  return zones;
}
