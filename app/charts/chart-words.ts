/** How a chart writes its numbers and days, in the site's language. */
import site from '../../site.config.ts';
import { formatNumber } from '../format/count.ts';
import { formatDay } from '../format/day.ts';
import type { ChartXKind } from './chart-data.ts';

export interface ChartWords {
  /** In full, for cursor and table. */
  x(place: number): string;
  /** Short, for below a bar. */
  shortX(place: number): string;
  y(value: number): string;
  dayTicks(days: readonly Date[]): (day: Date) => string;
}

export interface ChartFormats {
  /** For `number`: e.g. `(km) => km + ' km'`. */
  formatX?: ((x: number) => string) | undefined;
  formatY?: ((y: number) => string) | undefined;
}

export function createChartWords(kind: ChartXKind, { formatX, formatY }: ChartFormats): ChartWords {
  const { language } = site;
  const number = (value: number) => formatNumber(value, language, 2);
  const y = formatY ?? number;
  if (kind === 'day') {
    const isoDay = (place: number) => new Date(place).toISOString().slice(0, 10);
    const short = dayFormat({ day: 'numeric', month: 'short' });
    return {
      x: (place) => (formatX ? formatX(place) : formatDay(isoDay(place), language, 'short')),
      shortX: (place) => (formatX ? formatX(place) : short.format(place)),
      y,
      dayTicks: (days) => {
        const format = dayFormat(tickStyle(days));
        return (day) => format.format(day);
      },
    };
  }
  const x = formatX ?? (kind === 'year' ? String : number);
  return { x, shortX: x, y, dayTicks: () => String };
}

function tickStyle(days: readonly Date[]): Intl.DateTimeFormatOptions {
  const startOfMonth = days.every((day) => day.getUTCDate() === 1);
  if (!startOfMonth) return { day: 'numeric', month: 'short' };
  if (days.length > 1 && days.every((day) => day.getUTCMonth() === 0)) return { year: 'numeric' };
  return { month: 'short', year: '2-digit' };
}

/** A day has no time zone: UTC keeps server and browser in agreement. */
function dayFormat(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(site.language, { ...style, timeZone: 'UTC' });
}
