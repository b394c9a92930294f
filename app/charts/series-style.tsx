import type { ChartSeries } from './chart-data.ts';

/** Each series has its own color and dash pattern, so that the chart is readable without color. */
export interface SeriesStyle {
  /** Sets `color` and the width of the line (app/styles/charts.css). */
  className: string;
  /** In pixels; undefined is a solid line. */
  dash: string | undefined;
}

export const maxSeries = 6;
const dashes = [undefined, '9 4', '2 3.5', '12 3 2 3', '5 2.5', '14 4 2 3 2 3'];
/** Comparisons have finer dashes than any series, and differ from one another. */
const comparisonDashes = ['4 3', '1.5 3', '3 2 1 2'];

export function stylesOf(series: readonly Pick<ChartSeries, 'comparison'>[]): SeriesStyle[] {
  let own = -1;
  return series.map(({ comparison }) => {
    if (comparison) {
      const of = Math.max(own, 0);
      return {
        className: `series-${(of % maxSeries) + 1} series-before`,
        dash: comparisonDashes[of % comparisonDashes.length],
      };
    }
    own += 1;
    return { className: `series-${(own % maxSeries) + 1}`, dash: dashes[own % maxSeries] };
  });
}

/** A sample of the line, for legend and cursor. */
export function LineSample({ style }: { style: SeriesStyle | undefined }) {
  if (!style) return null;
  return (
    <svg className={`line-sample ${style.className}`} viewBox="0 0 24 8" aria-hidden="true">
      <path className="series-line" d="M1,4H23" strokeDasharray={style.dash} />
    </svg>
  );
}
