import site from '../../site.config.ts';
import { formatDay } from '../format/day.ts';

/** An ISO day, formatted in the site's language. */
export function Day({ day, short = false }: { day: string; short?: boolean }) {
  return <time dateTime={day}>{formatDay(day, site.language, short ? 'short' : 'long')}</time>;
}
