import { useMemo } from 'react';
import site from '../../site.config.ts';
import type { ChartSeries } from '../charts/chart-data.ts';
import { LineChart } from '../charts/line-chart.tsx';
import type { ViewsAt, ViewsReport } from './report.ts';

interface OverTimeProps {
  report: ViewsReport;
  compare: boolean;
  /** The remaining hours of today are left blank. */
  hour: number;
}

/** Views and visitors, and the previous period as dashed lines. */
export function OverTime({ report, compare, hour }: OverTimeProps) {
  const { unit } = report;
  const series = useMemo(() => seriesOf(report, compare, hour), [report, compare, hour]);
  const hours = unit === 'hour';
  return (
    <LineChart
      title="Views and visitors over time"
      x={hours ? 'number' : 'day'}
      xName={hours ? 'Hour' : unit === 'month' ? 'Month' : 'Day'}
      series={series}
      {...(hours && { formatX: formatHour })}
      {...(unit === 'month' && { formatX: formatMonth })}
    />
  );
}

export function seriesOf(
  { series, before, unit }: ViewsReport,
  compare: boolean,
  hour: number,
): ChartSeries[] {
  const xs = series.map(({ at }) => (unit === 'hour' ? Number(at) : at));
  const points = (from: readonly ViewsAt[], key: 'views' | 'visitors', until = xs.length) =>
    xs.map((x, index) => ({ x, y: index < until ? (from[index]?.[key] ?? 0) : null }));
  const until = unit === 'hour' ? hour + 1 : xs.length;
  const earlier = compare ? before : null;
  return [
    { name: 'Views', points: points(series, 'views', until) },
    ...(earlier ? [{ name: 'Views before', comparison: true, points: points(earlier, 'views') }] : []),
    { name: 'Visitors', points: points(series, 'visitors', until) },
    ...(earlier ? [{ name: 'Visitors before', comparison: true, points: points(earlier, 'visitors') }] : []),
  ];
}

function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

function formatMonth(place: number): string {
  return new Intl.DateTimeFormat(site.language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    place,
  );
}
