import { useMemo } from 'react';
import { toCalendar } from '../../../running/history/calendar.ts';
import { formatDistance, formatHeight } from '../../../running/units.ts';
import { yearsOf } from './chart-totals.ts';
import { formatHours, formatRunCount } from './format.ts';
import type { SectionProps } from './section-props.ts';
import { TotalsChart } from './totals-chart.tsx';
import { YearCalendar } from './year-calendar.tsx';

/** The year of calendar, totals and poster. */
export function shownYear(
  { query, entries }: Pick<SectionProps, 'query' | 'entries'>,
  today: string,
): number {
  const years = yearsOf(entries, today);
  return query.year !== undefined && years.includes(query.year)
    ? query.year
    : (years[0] ?? Number(today.slice(0, 4)));
}

/** One year: a square for each day, and bars for its months or weeks. */
export function YearOverview({ withTotals, ...props }: SectionProps & { withTotals: boolean }) {
  const { entries, today, unit, weekStart, change } = props;
  const year = shownYear(props, today);
  const years = useMemo(() => yearsOf(entries, today), [entries, today]);
  const days = useMemo(() => toCalendar(entries, year, weekStart), [entries, year, weekStart]);
  const ofYear = useMemo(() => entries.filter(({ day }) => day.startsWith(`${year}-`)), [entries, year]);
  const sum = useMemo(() => sumUp(ofYear), [ofYear]);
  return (
    <section className="across runs-year" aria-labelledby="runs-year">
      <div className="runs-year-head">
        <h2 className="runs-year-title" id="runs-year">
          {year}
        </h2>
        <p className="runs-year-sum">
          {formatRunCount(ofYear.length)}, {formatDistance(sum.metres, unit)}, {formatHours(sum.moving)},{' '}
          {formatHeight(sum.gain, unit)} climbed
        </p>
        <YearChoice
          years={years}
          year={year}
          onYear={(next) => change({ year: next === years[0] ? undefined : next })}
        />
      </div>
      <YearCalendar key={year} {...{ days, year, unit, today, weekStart }} runs={ofYear} />
      {withTotals && <TotalsChart {...props} year={year} />}
    </section>
  );
}

interface YearChoiceProps {
  years: readonly number[];
  year: number;
  onYear(year: number): void;
}

/** A few years are buttons; many are a select. */
function YearChoice({ years, year, onYear }: YearChoiceProps) {
  if (years.length < 2) return null;
  if (years.length > 4)
    return (
      <label className="runs-select">
        Year{' '}
        <select value={year} onChange={({ target }) => onYear(Number(target.value))}>
          {years.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    );
  return (
    <fieldset className="choices">
      <legend className="sr-only">Year</legend>
      {years.map((each) => (
        <button
          key={each}
          type="button"
          className="choice"
          aria-pressed={each === year}
          onClick={() => onYear(each)}
        >
          {each}
        </button>
      ))}
    </fieldset>
  );
}

function sumUp(runs: readonly { metres: number; moving: number; gain: number | undefined }[]) {
  const sum = { metres: 0, moving: 0, gain: 0 };
  for (const { metres, moving, gain } of runs) {
    sum.metres += metres;
    sum.moving += moving;
    sum.gain += gain ?? 0;
  }
  return sum;
}
