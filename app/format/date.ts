/** The parts of a date and their form. A weekday is alone or before month and day; a day needs its month. */
export interface DateStyle {
  weekday?: 'long' | 'short';
  day?: 'numeric';
  month?: 'long' | 'short';
  year?: 'numeric' | '2-digit';
}

/** Creating a formatter takes longer than rendering a paragraph, and a site has one language. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a point in time by its date in UTC, so that server and browser agree: `November 15, 2026`. */
export function formatDate(time: number | Date, language: string, style: DateStyle): string {
  if (isWrittenByHand(language)) return writeInEnglish(new Date(time), style);
  const key = `${language} ${style.weekday} ${style.day} ${style.month} ${style.year}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
    formatters.set(key, formatter);
  }
  return formatter.format(time);
}

const isWrittenByHand = (language: string) => language === 'en' || language === 'en-US';

/** The same with the time of day: `Sunday, November 15, 2026 at 7:42 AM`. */
export function formatMoment(time: number, language: string): string {
  if (!isWrittenByHand(language))
    return new Intl.DateTimeFormat(language, {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(time);
  const date = new Date(time);
  const day = writeInEnglish(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const hour = date.getUTCHours();
  const minute = String(date.getUTCMinutes()).padStart(2, '0');
  return `${day} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The first Intl formatter of a page takes a phone 100 ms, during hydration. In English the same text is made by hand. */
function writeInEnglish(date: Date, style: DateStyle): string {
  const cut = (name = '', length: 'long' | 'short') => (length === 'short' ? name.slice(0, 3) : name);
  const weekday = style.weekday ? cut(weekdays[date.getUTCDay()], style.weekday) : '';
  const month = style.month ? cut(months[date.getUTCMonth()], style.month) : '';
  const day = style.day ? ` ${date.getUTCDate()}` : '';
  const fullYear = String(date.getUTCFullYear());
  const year = style.year === '2-digit' ? fullYear.slice(-2) : style.year ? fullYear : '';
  const before = month + day;
  return [weekday, before && year && !day ? `${before} ${year}` : before, before && !day ? '' : year]
    .filter((part) => part !== '')
    .join(', ');
}
