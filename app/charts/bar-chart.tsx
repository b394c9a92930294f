/**
 * BarChart: one to three series as upright bars over days, years, numbers or names (weekly totals, runs a month, views an hour).
 *
 *     <BarChart
 *       title="Kilometers a week" x="day" xName="Week"
 *       series={[{ name: 'Kilometers', points: [{ x: '2026-11-09', y: 42.2 }] }]}
 *       formatX formatY cursor onCursor empty      as for LineChart
 *     />
 *
 * For names in place of numbers give `x="number"`, the points 0, 1, 2 … and `formatX={(i) => names[i] ?? ''}`. Every x gets a slot of the same
 * width, so give the empty ones too (y: 0). A comparison is drawn as an outline behind the series before it. For a ranking (pages,
 * referrers) see BarTable.
 */
import type { ReactNode } from 'react';
import { type CursorProps, useChartCursor } from './chart-cursor.ts';
import { type ChartRows, type ChartSeries, type ChartXKind, hasValues, toChartRows } from './chart-data.ts';
import { ChartEmpty } from './chart-empty.tsx';
import { type ChartFormats, createChartFormatter } from './chart-formatter.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartPlot, plotSize } from './chart-plot.tsx';
import { createSlotAxis, createYAxis } from './chart-scales.ts';
import { LineLegend } from './line-legend.tsx';
import { stylesOf } from './series-style.tsx';

export interface BarChartProps extends ChartFormats, CursorProps {
  title: string;
  x: ChartXKind;
  xName: string;
  series: readonly ChartSeries[];
  empty?: ReactNode;
}

/** How much of a slot its bars fill. */
const fullness = 0.72;

export function BarChart(props: BarChartProps) {
  const rows = toChartRows(props.series);
  if (!hasValues(rows)) return <ChartEmpty title={props.title}>{props.empty}</ChartEmpty>;
  return <DrawnBars {...props} rows={rows} />;
}

function DrawnBars({ rows, ...props }: BarChartProps & { rows: ChartRows }) {
  const { title, x, xName, series } = props;
  const formatter = createChartFormatter(x, props);
  const names = series.map(({ name }) => name);
  const styles = stylesOf(series);
  const xAxis = createSlotAxis(rows.places, formatter);
  const yAxis = createYAxis(rows, { from: 0, inverted: false }, formatter);
  const cursor = useChartCursor(rows, xAxis, props);
  const lanes = lanesOf(series);
  const laneCount = Math.max(...lanes) + 1;
  const width = (plotSize / rows.places.length / laneCount) * fullness;
  return (
    <ChartFrame {...{ title, xName, names, rows, formatter }}>
      {series.length > 1 && <LineLegend {...{ names, styles }} />}
      <ChartPlot {...{ title, names, styles, rows, formatter, xAxis, yAxis, cursor }}>
        {series.map(({ name }, index) => (
          <g key={name} className={`series-bars ${styles[index]?.className}`}>
            {rows.places.map((place, row) => {
              const value = rows.values[index]?.[row] ?? 0;
              const height = (yAxis.place(value) - yAxis.place(0)) * plotSize;
              const lane = (lanes[index] ?? 0) - laneCount / 2;
              const left = xAxis.place(place) * plotSize + lane * width;
              const top = (1 - yAxis.place(Math.max(value, 0))) * plotSize;
              return (
                <rect
                  key={place}
                  x={round(left)}
                  y={round(top)}
                  width={round(width)}
                  height={round(Math.abs(height))}
                />
              );
            })}
          </g>
        ))}
      </ChartPlot>
    </ChartFrame>
  );
}

/** Series are side by side; a comparison is behind the series that it belongs to. */
function lanesOf(series: readonly ChartSeries[]): number[] {
  let lane = -1;
  return series.map(({ comparison }) => {
    if (!comparison || lane < 0) lane += 1;
    return lane;
  });
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
