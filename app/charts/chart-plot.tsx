import { type CSSProperties, type ReactNode, useSyncExternalStore } from 'react';
import type { ChartCursor } from './chart-cursor.ts';
import type { ChartRows } from './chart-data.ts';
import type { ChartFormatter } from './chart-formatter.ts';
import type { Axis } from './chart-scales.ts';
import { LineSample, type SeriesStyle } from './series-style.tsx';

export interface ChartPlotProps {
  title: string;
  names: readonly string[];
  styles: readonly SeriesStyle[];
  rows: ChartRows;
  formatter: ChartFormatter;
  xAxis: Axis;
  yAxis: Axis;
  cursor: ChartCursor;
  /** The drawing, in a coordinate system of 1000 by 1000 that is stretched to the plot. */
  children: ReactNode;
  /** Beside the right edge. */
  ends?: ReactNode;
}

export const plotSize = 1000;

/** Two decimals of a percent are finer than a pixel, and shorter than what a division gives. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/**
 * The plot: axes, drawing and cursor. All positions are shares of the width, so the server renders the same HTML for every screen. After
 * hydration the plot is a slider over its points, which screen readers announce as it moves.
 */
export function ChartPlot(props: ChartPlotProps) {
  const { title, names, rows, formatter, xAxis, yAxis, cursor, children, ends } = props;
  const hasScript = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const last = rows.xs.length - 1;
  const row = cursor.row ?? last;
  const labelWidth = Math.max(...yAxis.ticks.map(({ label }) => label.length), 1);
  const slider = {
    role: 'slider',
    'aria-label': title,
    tabIndex: 0,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': row,
    'aria-valuetext': describeRow(row, names, rows, formatter),
    ...cursor.handlers,
  };
  return (
    <div className="chart-plot" style={{ '--chart-y-width': `${labelWidth}ch` } as CSSProperties}>
      <div className="chart-y" aria-hidden="true">
        {yAxis.ticks.map(({ at, label }) => (
          <span key={label} style={{ bottom: percent(at) }}>
            {label}
          </span>
        ))}
      </div>
      <div className="chart-area" {...(hasScript ? slider : { role: 'img', 'aria-label': title })}>
        <svg viewBox={`0 0 ${plotSize} ${plotSize}`} preserveAspectRatio="none" aria-hidden="true">
          <g className="chart-grid">
            {yAxis.ticks.map(({ at, label }) => (
              <path key={label} d={`M0,${(1 - at) * plotSize}H${plotSize}`} />
            ))}
          </g>
          {children}
        </svg>
        {cursor.row !== undefined && <Cursor {...props} row={cursor.row} />}
      </div>
      {ends}
      <div className="chart-x" aria-hidden="true">
        {xAxis.ticks.map(({ at, label }) => (
          <span key={at} style={{ left: percent(at) }} className={edgeOf(at)}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

function Cursor({ names, styles, rows, formatter, xAxis, yAxis, row }: ChartPlotProps & { row: number }) {
  const place = rows.places[row];
  if (place === undefined) return null;
  const left = xAxis.place(place);
  return (
    <div
      className={left > 0.5 ? 'chart-cursor chart-cursor-left' : 'chart-cursor'}
      style={{ left: percent(left) }}
    >
      {names.map((name, series) => {
        const value = rows.values[series]?.[row];
        if (value === null || value === undefined) return null;
        return (
          <i
            key={name}
            className={styles[series]?.className}
            style={{ bottom: percent(yAxis.place(value)) }}
          />
        );
      })}
      <dl>
        <div className="chart-cursor-x">{formatter.x(place)}</div>
        {names.map((name, series) => (
          <div key={name}>
            <dt>
              <LineSample style={styles[series]} /> {name}
            </dt>
            <dd>{formatValue(rows.values[series]?.[row], formatter)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function describeRow(
  row: number,
  names: readonly string[],
  rows: ChartRows,
  formatter: ChartFormatter,
): string {
  const place = rows.places[row];
  if (place === undefined) return '';
  const parts = names.map((name, series) => `${name} ${formatValue(rows.values[series]?.[row], formatter)}`);
  return `${formatter.x(place)}: ${parts.join(', ')}`;
}

function formatValue(value: number | null | undefined, formatter: ChartFormatter): string {
  return value === null || value === undefined ? 'not known' : formatter.y(value);
}

/** A label centered on its tick would overflow at the ends. */
function edgeOf(at: number): string | undefined {
  if (at < 0.04) return 'chart-x-first';
  return at > 0.96 ? 'chart-x-last' : undefined;
}

const never = () => () => {};
