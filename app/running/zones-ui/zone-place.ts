import type { Position } from '../../../running/analysis/geometry.ts';
import type { Track } from '../../../running/run.ts';
import { formatHeight, type Unit } from '../../../running/units.ts';

const part = String.raw`([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*`;
const pattern = new RegExp(String.raw`^${part}([NS])?\s*[,;\s]\s*${part}([EW])?$`, 'i');

/** Parses `51.4412, -0.2741` or `51.4412° N, 0.2741° W`, as maps show them; undefined when it is not a position. */
export function parsePosition(text: string): Position | undefined {
  const found = pattern.exec(text.trim());
  if (!found) return undefined;
  const [, north = '', side = '', east = '', other = ''] = found;
  const latitude = Number(north) * (side.toUpperCase() === 'S' ? -1 : 1);
  const longitude = Number(east) * (other.toUpperCase() === 'W' ? -1 : 1);
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}

/** `51.4412, -0.2741`: precise to about ten meters, which is enough for a zone. */
export function formatPosition({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

/** The first known position of a recording. Undefined when it has none. */
export function startOf({ latitude, longitude }: Track): Position | undefined {
  const first = latitude.findIndex((value) => !Number.isNaN(value));
  return first < 0
    ? undefined
    : { latitude: latitude[first] ?? Number.NaN, longitude: longitude[first] ?? Number.NaN };
}

/** Radii with descriptions, because a number of meters alone says little. */
export const radii: readonly { metres: number; miles: string; hides: string }[] = [
  { metres: 100, miles: '330 ft', hides: 'the house and its neighbors' },
  { metres: 200, miles: '660 ft', hides: 'the street' },
  { metres: 400, miles: '¼ mi', hides: 'the streets around, five minutes on foot' },
  { metres: 800, miles: '½ mi', hides: 'the neighborhood, ten minutes on foot' },
  { metres: 1600, miles: '1 mi', hides: 'a village' },
  { metres: 3000, miles: '1.9 mi', hides: 'a small town' },
];
export const defaultRadius = 400;

/** `400 m: the streets around, five minutes on foot`. */
export function describeRadius(metres: number, unit: Unit): string {
  const known = radii.find((radius) => radius.metres === metres);
  const size = unit === 'mi' && known ? known.miles : formatRadius(metres, unit);
  return known ? `${size}: ${known.hides}` : size;
}

function formatRadius(metres: number, unit: Unit): string {
  if (unit === 'km' && metres >= 1000) return `${Number((metres / 1000).toFixed(1))} km`;
  return formatHeight(metres, unit);
}
