import site from '../../site.config.ts';

/**
 * A date and time in the browser's time zone: `15 Nov 2026, 14:05`. Not for pages that the server renders: it does not know the visitor's
 * time zone.
 */
export function formatDateTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(site.language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}
