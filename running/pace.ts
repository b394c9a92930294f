/** The arithmetic of a run at an even pace. Distances are meters, times are seconds, a pace is seconds per meter. */

export const kilometre = 1000;
export const mile = 1609.344;

export interface RaceDistance {
  name: string;
  metres: number;
}

/** The distances people race, shortest first. */
export const raceDistances: readonly RaceDistance[] = [
  { name: '1 mile', metres: mile },
  { name: '5 km', metres: 5000 },
  { name: '10 km', metres: 10_000 },
  { name: 'Half marathon', metres: 21_097.5 },
  { name: 'Marathon', metres: 42_195 },
];

export interface Split {
  /** Meters from the start to the end of this split. */
  distance: number;
  /** Meters of this split alone; the last one may be shorter. */
  length: number;
  /** Seconds for this split alone. */
  time: number;
  /** Seconds from the start to the end of this split. */
  elapsed: number;
}

/** `1:23:45`, `52:30` or `45` in seconds; undefined when the text is not a time. Minutes may exceed 59 when they lead. */
export function toSeconds(text: string): number | undefined {
  const parts = text.trim().split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const [leading = 0, ...rest] = parts.map(Number);
  if (rest.some((part) => part > 59)) return undefined;
  const seconds = rest.reduce((sum, part) => sum * 60 + part, leading);
  return seconds > 0 ? seconds : undefined;
}

/** Seconds as a clock shows them, rounded to the second: `4:05`, `52:30`, `3:30:58`. */
export function toClock(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const padded = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`;
}

/** Seconds per `unit` meters, e.g. `paceOf(10_000, 3000, kilometre)` is 300: five minutes a kilometer. */
export function paceOf(metres: number, seconds: number, unit: number): number {
  return (seconds / metres) * unit;
}

/** Seconds for a distance at `pace` seconds per `unit` meters. */
export function timeFor(metres: number, pace: number, unit: number): number {
  return (metres / unit) * pace;
}

/** Even splits every `length` meters. A rest shorter than half a meter belongs to the split before it. */
export function splitsOf(metres: number, seconds: number, length: number): Split[] {
  const count = Math.max(1, Math.ceil((metres - 0.5) / length));
  return Array.from({ length: count }, (_, index) => {
    const start = index * length;
    const distance = index === count - 1 ? metres : start + length;
    return {
      distance,
      length: distance - start,
      time: ((distance - start) / metres) * seconds,
      elapsed: (distance / metres) * seconds,
    };
  });
}

/**
 * Peter Riegel's formula: the time over another distance from a known result. The exponent says how much a runner
 * slows as the distance grows; 1.06 fits most people between 3 minutes and 4 hours.
 */
export function predictTime(
  known: { metres: number; seconds: number },
  metres: number,
  exponent = 1.06,
): number {
  return known.seconds * (metres / known.metres) ** exponent;
}
