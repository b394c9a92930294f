import { formatDistance, formatHeight, metresIn, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatCount, formatNumber } from '../../format/count.ts';
import { type DateStyle, formatDate } from '../../format/date.ts';

/** `8.4 km`, `1,204 km`: sums without hundredths. */
export function formatSum(metres: number, unit: Unit): string {
  return `${formatSumNumber(metres, unit)} ${unit}`;
}

export function formatSumNumber(metres: number, unit: Unit): string {
  const value = metres / metresIn(unit);
  return value >= 100
    ? formatNumber(Math.floor(value), site.language)
    : (formatDistance(metres, unit, 1).split(' ')[0] ?? '');
}

/** `48 min`, `3 h 20 min`, `152 h`. */
export function formatHours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 20) return `${formatNumber(Math.round(minutes / 60), site.language)} h`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** `1,204 m`, or feet where the unit is miles. */
export function formatClimb(metres: number, unit: Unit): string {
  const [value = '', name] = formatHeight(metres, unit).split(' ');
  return `${formatNumber(Number(value), site.language)} ${name}`;
}

export function formatRunCount(count: number): string {
  return formatCount(count, 'run', 'runs', site.language);
}

/** A day with the given parts. */
export function formatDayParts(day: string, style: DateStyle): string {
  return formatDate(Date.parse(day), site.language, style);
}

export const fullDay = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
export const shortDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;
export const monthAndYear = { month: 'long', year: 'numeric' } as const;
export const monthName = { month: 'short' } as const;
export const weekdayName = { weekday: 'short' } as const;

/** The date in the browser's time zone. */
export function today(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
