/** The data of the charts, and the table from which plot, cursor and data table are made. */

/** `day` takes ISO days (`2026-11-15`), `year` and `number` take numbers. */
export type ChartXKind = 'day' | 'year' | 'number';
export type ChartX = number | string;

export interface ChartPoint {
  x: ChartX;
  /** null where the value is unknown: the line has a gap there. */
  y: number | null;
}

export interface ChartSeries {
  name: string;
  /** In any order; the same x at most once. */
  points: readonly ChartPoint[];
  /** A comparison, such as the period before: dashed, in the color of the series before it. */
  comparison?: boolean;
}

/** All series side by side: one row for each x that any of them has, in order. */
export interface ChartRows {
  xs: ChartX[];
  /** The same as numbers on one axis. */
  places: number[];
  /** `values[series][row]` */
  values: (number | null)[][];
}

export function toChartRows(series: readonly ChartSeries[]): ChartRows {
  const byPlace = new Map<number, ChartX>();
  for (const { points } of series) for (const { x } of points) byPlace.set(placeOf(x), x);
  const places = [...byPlace.keys()].filter(Number.isFinite).sort((a, b) => a - b);
  const values = series.map(({ points }) => {
    const known = new Map(points.map(({ x, y }) => [placeOf(x), y]));
    return places.map((place) => finiteOrNull(known.get(place)));
  });
  return { xs: places.map((place) => byPlace.get(place) ?? place), places, values };
}

/** A day is its milliseconds, so that months keep their lengths on the axis. */
export function placeOf(x: ChartX): number {
  return typeof x === 'number' ? x : Date.parse(`${x.slice(0, 10)}T00:00:00Z`);
}

export function hasValues({ values }: ChartRows): boolean {
  return values.some((column) => column.some((value) => value !== null));
}

function finiteOrNull(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
