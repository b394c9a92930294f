import site from '../../site.config.ts';

/** A point in time in the reader's own time zone: `15 Nov 2026, 14:05`. Not for pages that the server makes for visitors: it does not know their zone. */
export function formatDateTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(site.language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}
