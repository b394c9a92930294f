import { kilometre, mile, toClock } from './pace.ts';

export type Unit = 'km' | 'mi';

/** Meters in a kilometer or a mile. */
export function metresIn(unit: Unit): number {
  return unit === 'km' ? kilometre : mile;
}

/** `9.99 km`, `161.2 km`, `1,204 km`: of a run as of a year, so that the same distance reads alike everywhere. Cut off, not rounded: 9.996 km are not ten. */
export function formatDistance(metres: number, unit: Unit): string {
  const value = metres / metresIn(unit);
  const digits = value < 100 ? 2 : value < 1000 ? 1 : 0;
  const scale = 10 ** digits;
  // The small addition keeps an exact 10 km from becoming 9.99 by floating-point rounding.
  return `${groupThousands((Math.floor(value * scale + 1e-6) / scale).toFixed(digits))} ${unit}`;
}

/** `4:35 /km`; a dash when there is no pace. */
export function formatPace(secondsPerMetre: number | undefined, unit: Unit): string {
  const isPace = secondsPerMetre !== undefined && secondsPerMetre > 0 && Number.isFinite(secondsPerMetre);
  return isPace ? `${toClock(secondsPerMetre * metresIn(unit))} /${unit}` : '–';
}

/** Heights go with their unit: meters, or feet beside miles. `1,204 m`. */
export function formatHeight(metres: number, unit: Unit): string {
  const { metres: length, name } = heightUnits[unit];
  return `${groupThousands(String(Math.round(metres / length)))} ${name}`;
}

export const heightUnits = { km: { metres: 1, name: 'm' }, mi: { metres: 0.3048, name: 'ft' } } as const;

/** As in English, the language of the running pages. Not Intl: its first formatter takes a phone 70 ms. */
function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
