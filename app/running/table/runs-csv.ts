import { metresIn, type Unit } from '../../../running/units.ts';
import { toCsv } from '../../format/csv.ts';
import { nameOf, toTimestamp } from '../run/format-run.ts';
import type { RunEntry } from '../run-source.ts';

/** The table as CSV: numbers without units, times in seconds, for calculations in a spreadsheet. */
export function runsToCsv(runs: readonly RunEntry[], unit: Unit): string {
  const head = [
    'Day',
    'Start',
    'Name',
    `Distance (${unit})`,
    'Moving time (s)',
    'Elapsed time (s)',
    `Pace (s/${unit})`,
    'Climbed (m)',
    'Average heart rate',
    'Average cadence',
    'Gear',
  ];
  return toCsv(
    head,
    runs.map((run) => [
      run.day,
      toTimestamp(run.start, run.utcOffset),
      nameOf(run),
      rounded(run.metres / metresIn(unit), 3),
      rounded(run.moving),
      rounded(run.elapsed),
      run.metres > 0 ? rounded((run.moving / run.metres) * metresIn(unit), 1) : '',
      rounded(run.gain),
      rounded(run.averageHeartRate),
      rounded(run.averageCadence),
      run.gear ?? '',
    ]),
  );
}

function rounded(value: number | undefined, digits = 0): number | string {
  return value === undefined ? '' : Number(value.toFixed(digits));
}
