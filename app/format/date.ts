/** Which parts of a date are written, and how. A weekday stands alone or before month and day; a day has its month. */
export interface DateStyle {
  weekday?: 'long' | 'short';
  day?: 'numeric';
  month?: 'long' | 'short';
  year?: 'numeric' | '2-digit';
}

/** Making a formatter takes longer than rendering a paragraph, and a site has one language. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** A point in time by its date in UTC, which keeps server and browser in agreement: `November 15, 2026`. */
export function formatDate(time: number | Date, language: string, style: DateStyle): string {
  if (language === 'en' || language === 'en-US') return writeInEnglish(new Date(time), style);
  const key = `${language} ${style.weekday} ${style.day} ${style.month} ${style.year}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
    formatters.set(key, formatter);
  }
  return formatter.format(time);
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/**
 * The first formatter of a page takes a phone 100 ms, while somebody waits for the page to answer. In the language that most sites have
 * it can be done without: the same text, by hand.
 */
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
