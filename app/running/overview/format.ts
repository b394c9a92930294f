import site from '../../../site.config.ts';
import { formatCount, formatNumber } from '../../format/count.ts';
import { type DateStyle, formatDate } from '../../format/date.ts';

/** `48 min`, `3 h 20 min`, `152 h`. */
export function formatHours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 20) return `${formatNumber(Math.round(minutes / 60), site.language)} h`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
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
