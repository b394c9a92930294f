import { useSite } from '../current-site.ts';
import { formatDay } from '../format/day.ts';

/** An ISO day, formatted in the language of the page. */
export function Day({ day, short = false }: { day: string; short?: boolean }) {
  const { language } = useSite();
  return <time dateTime={day}>{formatDay(day, language, short ? 'short' : 'long')}</time>;
}
