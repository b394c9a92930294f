/** Formats the numbers and days of a chart in the site's language. */
import site from '../../site.config.ts';
import { formatNumber } from '../format/count.ts';
import { type DateStyle, formatDate } from '../format/date.ts';
import { formatDay } from '../format/day.ts';
import type { ChartXKind } from './chart-data.ts';

export interface ChartFormatter {
  /** Long form, for cursor and table. */
  x(place: number): string;
  /** Short form, for the label below a bar. */
  shortX(place: number): string;
  y(value: number): string;
  dayTicks(days: readonly Date[]): (day: Date) => string;
}

export interface ChartFormats {
  /** For `number`: e.g. `(km) => km + ' km'`. */
  formatX?: ((x: number) => string) | undefined;
  formatY?: ((y: number) => string) | undefined;
}

export function createChartFormatter(kind: ChartXKind, { formatX, formatY }: ChartFormats): ChartFormatter {
  const { language } = site;
  const number = (value: number) => formatNumber(value, language, 2);
  const y = formatY ?? number;
  if (kind === 'day') {
    const isoDay = (place: number) => new Date(place).toISOString().slice(0, 10);
    return {
      x: (place) => (formatX ? formatX(place) : formatDay(isoDay(place), language, 'short')),
      shortX: (place) => (formatX ? formatX(place) : formatDate(place, language, dayAndMonth)),
      y,
      dayTicks: (days) => {
        const style = tickStyle(days);
        return (day) => formatDate(day, language, style);
      },
    };
  }
  const x = formatX ?? (kind === 'year' ? String : number);
  return { x, shortX: x, y, dayTicks: () => String };
}

const dayAndMonth = { day: 'numeric', month: 'short' } as const;

function tickStyle(days: readonly Date[]): DateStyle {
  const startOfMonth = days.every((day) => day.getUTCDate() === 1);
  if (!startOfMonth) return dayAndMonth;
  if (days.length > 1 && days.every((day) => day.getUTCMonth() === 0)) return { year: 'numeric' };
  return { month: 'short', year: '2-digit' };
}
