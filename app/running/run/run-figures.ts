import type { RunTotals } from '../../../running/analysis/analyse-run.ts';
import { toClock } from '../../../running/pace.ts';
import { formatDistance, formatHeight, formatPace, type Unit } from '../../../running/units.ts';

export interface Figure {
  name: string;
  value: string;
  unit?: string | undefined;
  /** A second number that belongs to the first. */
  note?: string | undefined;
}

/** The figures of a run, most important first. Unknown ones are left out, not shown as zero. */
export function toFigures(totals: RunTotals, unit: Unit): Figure[] {
  const { metres, elapsed, moving, gain, loss, averageHeartRate, highestHeartRate, averageCadence } = totals;
  const hasDistance = metres > 0;
  const pause = Math.round(elapsed) - Math.round(moving);
  return [
    hasDistance && { name: 'Distance', ...apart(formatDistance(metres, unit)) },
    moving > 0 && {
      name: pause > 0 ? 'Moving time' : 'Time',
      value: toClock(moving),
      note: pause > 0 ? `${toClock(elapsed)} in all` : undefined,
    },
    hasDistance && moving > 0 && { name: 'Pace', ...apart(formatPace(moving / metres, unit)) },
    gain !== undefined && {
      name: 'Climb',
      ...apart(formatHeight(gain, unit)),
      note: loss === undefined ? undefined : `${formatHeight(loss, unit)} down`,
    },
    averageHeartRate !== undefined && {
      name: 'Heart rate',
      value: String(Math.round(averageHeartRate)),
      unit: 'bpm',
      note: highestHeartRate === undefined ? undefined : `${highestHeartRate} at most`,
    },
    averageCadence !== undefined && {
      name: 'Cadence',
      value: String(Math.round(averageCadence)),
      unit: 'spm',
    },
  ].filter((figure) => figure !== false);
}

function apart(text: string): { value: string; unit?: string } {
  const at = text.indexOf(' ');
  return at < 0 ? { value: text } : { value: text.slice(0, at), unit: text.slice(at + 1) };
}
