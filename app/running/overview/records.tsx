import { type ReactNode, useMemo } from 'react';
import { findEddington } from '../../../running/history/eddington.ts';
import { findRecords } from '../../../running/history/records.ts';
import { toClock } from '../../../running/pace.ts';
import { formatDistance, formatHeight, metresIn } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatCount } from '../../format/count.ts';
import { RunLink } from '../run-link.tsx';
import type { RunEntry } from '../run-source.ts';
import { formatDayParts, monthAndYear, shortDay } from './format.ts';
import type { SectionProps } from './section-props.ts';

/** Records other than race times, and the Eddington number. */
export function Records({ entries, unit }: SectionProps) {
  const records = useMemo(() => findRecords(entries), [entries]);
  const { farthest, longest, highest, week, month, streak } = records;
  return (
    <>
      <dl className="runs-records">
        {farthest && (
          <Item
            name="Farthest"
            value={formatDistance(farthest.metres, unit)}
            when={<RunDay run={farthest} />}
          />
        )}
        {longest && <Item name="Longest" value={toClock(longest.moving)} when={<RunDay run={longest} />} />}
        {highest && (
          <Item
            name="Most climbing"
            value={formatHeight(highest.gain ?? 0, unit)}
            when={<RunDay run={highest} />}
          />
        )}
        {week && (
          <Item
            name="Best week"
            value={formatDistance(week.metres, unit)}
            when={`from ${formatDayParts(week.start, shortDay)}`}
          />
        )}
        {month && (
          <Item
            name="Best month"
            value={formatDistance(month.metres, unit)}
            when={formatDayParts(month.start, monthAndYear)}
          />
        )}
        {streak && (
          <Item
            name="Days in a row"
            value={formatCount(streak.days, 'day', 'days', site.language)}
            when={`from ${formatDayParts(streak.start, shortDay)}`}
          />
        )}
      </dl>
      <EddingtonFigure {...{ entries, unit }} />
    </>
  );
}

function Item({ name, value, when }: { name: string; value: string; when: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd className="runs-record">{value}</dd>
      <dd className="label">{when}</dd>
    </div>
  );
}

function RunDay({ run }: { run: RunEntry }) {
  return <RunLink id={run.id}>{formatDayParts(run.day, shortDay)}</RunLink>;
}

function EddingtonFigure({ entries, unit }: Pick<SectionProps, 'entries' | 'unit'>) {
  const { number, nextDays, missingDays } = useMemo(
    () => findEddington(entries, metresIn(unit)),
    [entries, unit],
  );
  const days = (count: number) => formatCount(count, 'day', 'days', site.language);
  return (
    <div className="runs-eddington">
      <p className="figure">{number}</p>
      <p>
        <strong>Eddington number.</strong>{' '}
        {number > 0 && `${days(number)} with at least ${number} ${unit} each. `}
        To reach {number + 1}, run at least {number + 1} {unit} on{' '}
        {formatCount(missingDays, 'more day', 'more days', site.language)}
        {nextDays > 0 && ` (${nextDays} so far)`}.
      </p>
    </div>
  );
}
