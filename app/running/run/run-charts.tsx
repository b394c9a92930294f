import { memo, useMemo } from 'react';
import { toClock } from '../../../running/pace.ts';
import { heightUnits, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import type { ChartX } from '../../charts/chart-data.ts';
import { LineChart } from '../../charts/line-chart.tsx';
import { PageSection } from '../../components/page-section.tsx';
import { formatNumber } from '../../format/count.ts';
import type { ChartPoints } from './chart-points.ts';

interface RunChartsProps {
  moments: ChartPoints;
  unit: Unit;
  cursor: number | null;
  onCursor: (x: ChartX | null) => void;
}

const number = (value: number, digits: number) => formatNumber(value, site.language, digits);
/** Truncated, not rounded, as everywhere: the charts and the text below the route show the same numbers. */
const cut = (x: number) => number(Math.floor(x * 100 + 1e-6) / 100, 2);
const formatX = {
  km: (x: number) => `${cut(x)} km`,
  mi: (x: number) => `${cut(x)} mi`,
  time: (minutes: number) => toClock(minutes * 60),
};
const formatBeats = (y: number) => number(y, 0);

/** The charts of a run. Only recorded values are drawn. */
export const RunCharts = memo(({ moments, unit, cursor, onCursor }: RunChartsProps) => {
  const shared = {
    moments,
    cursor,
    onCursor,
    formatX: formatX[moments.axis === 'time' ? 'time' : unit],
  };
  const charts = [
    {
      kind: 'elevation',
      title: 'Elevation',
      values: moments.elevation,
      formatY: (y: number) => `${number(y, 0)} ${heightUnits[unit].name}`,
      unit: '',
    },
    {
      kind: 'pace',
      title: 'Pace',
      values: moments.pace,
      formatY: toClock,
      inverted: true,
      unit: `per ${unit}`,
    },
    { kind: 'heart', title: 'Heart rate', values: moments.heartRate, formatY: formatBeats, unit: 'bpm' },
  ].filter(({ values }) => values.some((value) => value !== null));
  if (charts.length === 0) return null;
  return (
    <PageSection title="Charts">
      <div className="run-charts">
        {charts.map((chart) => (
          <OneChart key={chart.title} {...shared} {...chart} />
        ))}
      </div>
    </PageSection>
  );
});

interface OneChartProps extends Omit<RunChartsProps, 'unit'> {
  kind: string;
  title: string;
  values: readonly (number | null)[];
  formatX: (x: number) => string;
  formatY: (y: number) => string;
  /** The unit, shown once beside the name, where the values have none. */
  unit: string;
  inverted?: boolean;
}

function OneChart({ kind, title, values, moments, unit, inverted = false, ...props }: OneChartProps) {
  const series = useMemo(
    () => [{ name: title, points: moments.x.map((x, index) => ({ x, y: values[index] ?? null })) }],
    [title, moments, values],
  );
  return (
    <div className="run-chart" data-kind={kind}>
      <h3>
        {title} <span className="label">{unit}</span>
      </h3>
      <LineChart
        title={title}
        x="number"
        xName={moments.axis === 'time' ? 'Time' : 'Distance'}
        yFrom="fit"
        inverted={inverted}
        series={series}
        {...props}
      />
    </div>
  );
}
