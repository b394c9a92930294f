/** Formats ISO days (`2026-11-15`). A day has no time zone: UTC makes server and browser agree. */
import { formatDate } from './date.ts';

const styles = {
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
} as const;

/** `November 15, 2026` or `Nov 15, 2026` in English. Text that is not a day is returned unchanged. */
export function formatDay(day: string, language: string, style: keyof typeof styles = 'long'): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : formatDate(date, language, styles[style]);
}
