import type { Period } from '../../../running/day.ts';
import type { ComparedPeriod } from '../../../running/history/compare-periods.ts';
import { formatDistance, type Unit } from '../../../running/units.ts';
import { formatHours, formatRunCount } from './format.ts';

const names: Record<Period, string> = { week: 'This week', month: 'This month', year: 'This year' };

/** The sums of the current week, month and year. */
export function SumFigures({ periods, unit }: { periods: readonly ComparedPeriod[]; unit: Unit }) {
  return (
    <dl className="runs-sums">
      {periods.map((compared) => (
        <div key={compared.period}>
          <dt className="label">{names[compared.period]}</dt>
          <dd className="figure">
            {formatDistance(compared.now.metres, unit).split(' ')[0]}
            <span className="runs-unit"> {unit}</span>
          </dd>
          <dd className="label">
            {formatRunCount(compared.now.runs)}
            {compared.now.runs > 0 && `, ${formatHours(compared.now.moving)}`}
          </dd>
          <dd className="label runs-compared">{formatDifference(compared, unit)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `3.2 km more than at this point last week`. */
export function formatDifference({ period, now, before }: ComparedPeriod, unit: Unit): string {
  const until = `at this point last ${period}`;
  if (before.runs === 0) return now.runs === 0 ? `none ${until} either` : `none ${until}`;
  const difference = now.metres - before.metres;
  // A difference of less than a hundred meters is none.
  if (Math.abs(difference) < 100) return `as much as ${until}`;
  return `${formatDistance(Math.abs(difference), unit)} ${difference > 0 ? 'more' : 'less'} than ${until}`;
}
