import { kilometre, mile, toClock } from './pace.ts';

export type Unit = 'km' | 'mi';

const foot = 0.3048;

/** Metres in a kilometre or a mile. */
export function metresIn(unit: Unit): number {
  return unit === 'km' ? kilometre : mile;
}

/** `12.34 km`. Cut off, not rounded: 9.996 km are not ten. */
export function formatDistance(metres: number, unit: Unit, digits = 2): string {
  const scale = 10 ** digits;
  // The small addition keeps an exact 10 km from becoming 9.99 by floating-point rounding.
  const value = Math.floor((metres / metresIn(unit)) * scale + 1e-6) / scale;
  return `${value.toFixed(digits)} ${unit}`;
}

/** `4:35 /km`; a dash when there is no pace. */
export function formatPace(secondsPerMetre: number | undefined, unit: Unit): string {
  const isPace = secondsPerMetre !== undefined && secondsPerMetre > 0 && Number.isFinite(secondsPerMetre);
  return isPace ? `${toClock(secondsPerMetre * metresIn(unit))} /${unit}` : '–';
}

/** Heights go with their unit: metres, or feet beside miles. */
export function formatHeight(metres: number, unit: Unit): string {
  return unit === 'km' ? `${Math.round(metres)} m` : `${Math.round(metres / foot)} ft`;
}
