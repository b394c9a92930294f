import type { CSSProperties } from 'react';
import type { ChartRows } from './chart-data.ts';
import { percent } from './chart-plot.tsx';
import type { Axis } from './chart-scales.ts';
import type { SeriesStyle } from './series-style.tsx';
import { spreadApart } from './spread-apart.ts';

interface LineEndsProps {
  names: readonly string[];
  styles: readonly SeriesStyle[];
  rows: ChartRows;
  yAxis: Axis;
}

/** The share of the height that one name needs. */
const nameHeight = 0.085;
const maxNameLength = 16;

/** Writes each name beside the end of its line. */
export function LineEnds({ names, styles, rows, yAxis }: LineEndsProps) {
  const heights = names.map((_, series) => {
    const last = rows.values[series]?.findLast((value) => value !== null);
    return last === null || last === undefined ? undefined : yAxis.place(last);
  });
  const places = spreadApart(heights, nameHeight);
  const width = Math.min(maxNameLength, Math.max(...names.map((name) => name.length)));
  return (
    <div
      className="chart-ends"
      aria-hidden="true"
      style={{ '--chart-end-width': `${width}ch` } as CSSProperties}
    >
      {names.map((name, series) => {
        const at = places[series];
        if (at === undefined) return null;
        return (
          <span key={name} className={styles[series]?.className} style={{ bottom: percent(at) }}>
            {name}
          </span>
        );
      })}
    </div>
  );
}
