/**
 * LineChart: one to six series over days, years or numbers.
 *
 *     <LineChart
 *       title="Views and visitors"            names picture, table and cursor
 *       x="day" xName="Day"                   'day' takes ISO days, 'year' and 'number' take numbers
 *       series={[
 *         { name: 'Views', points: [{ x: '2026-11-15', y: 12 }] },
 *         { name: 'Views before', points, comparison: true },   dashed, in the color of the series before it
 *       ]}
 *       inverted                              the smallest value on top: ranks (the axis then begins at 1)
 *       yFrom="fit"                           where the y axis begins; 0 unless said otherwise
 *       formatX formatY                       formatters of numbers, e.g. toClock
 *       cursor onCursor                       to share one cursor with other charts or a map; left out, it keeps its own
 *       empty={<p>…</p>}                      shown while there is nothing to draw
 *     />
 *
 * Drawn as SVG on the server too, sized by its container (`--chart-height` sets the height), in the colors of the theme. Each series has a
 * dash pattern and its name at the end of its line, so color is not needed. The same numbers are a table behind the switch.
 * At most six series are drawn (comparisons do not count).
 */
import { area, line } from 'd3-shape';
import { type ReactNode, useMemo } from 'react';
import { type CursorProps, useChartCursor } from './chart-cursor.ts';
import { type ChartRows, type ChartSeries, type ChartXKind, hasValues, toChartRows } from './chart-data.ts';
import { ChartEmpty } from './chart-empty.tsx';
import { type ChartFormats, createChartFormatter } from './chart-formatter.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartPlot, plotSize } from './chart-plot.tsx';
import { type Axis, createXAxis, createYAxis } from './chart-scales.ts';
import { LineEnds } from './line-ends.tsx';
import { LineLegend } from './line-legend.tsx';
import { type SeriesStyle, stylesOf } from './series-style.tsx';

export interface LineChartProps extends ChartFormats, CursorProps {
  title: string;
  x: ChartXKind;
  xName: string;
  series: readonly ChartSeries[];
  inverted?: boolean;
  yFrom?: number | 'fit';
  empty?: ReactNode;
}

export function LineChart(props: LineChartProps) {
  const rows = useMemo(() => toChartRows(props.series), [props.series]);
  if (!hasValues(rows)) return <ChartEmpty title={props.title}>{props.empty}</ChartEmpty>;
  return <DrawnLines {...props} rows={rows} />;
}

function DrawnLines({ rows, ...props }: LineChartProps & { rows: ChartRows }) {
  const { title, x, xName, series, inverted = false, yFrom = inverted ? 1 : 0, formatX, formatY } = props;
  const formatter = useMemo(() => createChartFormatter(x, { formatX, formatY }), [x, formatX, formatY]);
  const names = series.map(({ name }) => name);
  const styles = useMemo(() => stylesOf(series), [series]);
  const xAxis = useMemo(() => createXAxis(x, rows.places, formatter), [x, rows, formatter]);
  const yAxis = useMemo(
    () => createYAxis(rows, { from: yFrom, inverted }, formatter),
    [rows, yFrom, inverted, formatter],
  );
  const cursor = useChartCursor(rows, xAxis, props);
  // Memoized, because the cursor moves with every pixel of the pointer and the lines do not change.
  const lines = useMemo(() => {
    const filled = series.length < 3 && !inverted ? 0 : -1;
    return styles.map((style, index) => (
      <Line key={style.className} {...{ rows, xAxis, yAxis, index, style }} filled={index === filled} />
    ));
  }, [series, inverted, styles, rows, xAxis, yAxis]);
  return (
    <ChartFrame {...{ title, xName, names, rows, formatter }}>
      <LineLegend {...{ names, styles }} />
      <ChartPlot
        {...{ title, names, styles, rows, formatter, xAxis, yAxis, cursor }}
        ends={<LineEnds {...{ names, styles, rows, yAxis }} />}
      >
        {lines}
      </ChartPlot>
    </ChartFrame>
  );
}

interface LineProps {
  rows: ChartRows;
  xAxis: Axis;
  yAxis: Axis;
  index: number;
  style: SeriesStyle;
  filled: boolean;
}

type Dot = [x: number, y: number | null];

function Line({ rows, xAxis, yAxis, index, style, filled }: LineProps) {
  const column = rows.values[index] ?? [];
  const dots = rows.places.map((place, row): Dot => {
    const value = column[row] ?? null;
    return [xAxis.place(place) * plotSize, value === null ? null : (1 - yAxis.place(value)) * plotSize];
  });
  const isKnown = ([, y]: Dot) => y !== null;
  const draw = line<Dot>(
    ([x]) => x,
    ([, y]) => y ?? 0,
  ).defined(isKnown);
  const fill = area<Dot>(
    ([x]) => x,
    plotSize,
    ([, y]) => y ?? 0,
  ).defined(isKnown);
  return (
    <g className={style.className}>
      {filled && <path className="series-area" d={fill(dots) ?? ''} />}
      <path className="series-line" d={draw(dots) ?? ''} strokeDasharray={style.dash} />
      <path className="series-dots" d={lonelyDots(dots)} />
    </g>
  );
}

/** A value with gaps on both sides would be a line of length zero, which is not drawn: it becomes a dot. */
function lonelyDots(dots: Dot[]): string {
  return dots
    .filter(
      ([, y], row) =>
        y !== null && (dots[row - 1]?.[1] ?? null) === null && (dots[row + 1]?.[1] ?? null) === null,
    )
    .map(([x, y]) => `M${x},${y}h0`)
    .join('');
}
