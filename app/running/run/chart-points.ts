import type { RunAnalysis } from '../../../running/analysis/analyse-run.ts';
import { toChartSeries } from '../../../running/analysis/chart-series.ts';
import { unusable } from '../../../running/analysis/find-jumps.ts';
import type { Position } from '../../../running/analysis/geometry.ts';
import type { Run } from '../../../running/run.ts';
import { heightUnits, metresIn, type Unit } from '../../../running/units.ts';

/** The points that map and charts share. `x` is the position of their common cursor, and each x is unique. */
export interface ChartPoints {
  /** Kilometers or miles; minutes for a run without distance. */
  axis: 'distance' | 'time';
  x: number[];
  /** Seconds since the start. */
  time: number[];
  metres: number[];
  /** Seconds a kilometer or mile; null during a stop. */
  pace: (number | null)[];
  /** Meters, or feet where the unit is miles. */
  elevation: (number | null)[];
  heartRate: (number | null)[];
  /** null where it is unknown. */
  position: (Position | null)[];
}

/** A pace slower than the median by this factor counts as a stop: drawn, it would flatten the rest of the line. */
const slowest = 2.5;

export function toChartPoints({ track }: Run, analysis: RunAnalysis, unit: Unit): ChartPoints {
  const hasDistance = (analysis.distance?.at(-1) ?? 0) > 0;
  const series = toChartSeries(track, hasDistance ? analysis : { ...analysis, distance: undefined });
  const x = hasDistance
    ? series.metres.map((metres) => metres / metresIn(unit))
    : series.time.map((time) => time / 60);
  // The last point is always included, and may have the same x as the one before.
  const kept = x.flatMap((value, index) => (value === x[index + 1] ? [] : [index]));
  const pick = <Value>(values: readonly Value[]) => kept.flatMap((index) => values.slice(index, index + 1));
  return {
    axis: hasDistance ? 'distance' : 'time',
    x: pick(x),
    time: pick(series.time),
    metres: pick(series.metres),
    pace: pick(withoutStops(series.pace, unit)),
    elevation: pick(
      series.elevation.map((metres) => (isKnown(metres) ? metres / heightUnits[unit].metres : null)),
    ),
    heartRate: pick(series.heartRate.map((beats) => beats ?? null)),
    position: pick(
      series.point.map((point) => {
        const latitude = track.latitude[point] ?? Number.NaN;
        const longitude = track.longitude[point] ?? Number.NaN;
        return analysis.jumps[point] === unusable || Number.isNaN(latitude) ? null : { latitude, longitude };
      }),
    ),
  };
}

function withoutStops(paces: readonly (number | undefined)[], unit: Unit): (number | null)[] {
  const known = paces.filter(isKnown).sort((a, b) => a - b);
  const median = known[known.length >> 1] ?? 0;
  return paces.map((pace) => (isKnown(pace) && pace <= median * slowest ? pace * metresIn(unit) : null));
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}
