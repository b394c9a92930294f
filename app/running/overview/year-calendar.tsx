import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { addDays, type WeekStart } from '../../../running/day.ts';
import type { CalendarDay } from '../../../running/history/calendar.ts';
import { formatDistance, type Unit } from '../../../running/units.ts';
import { nameOf } from '../run/format-run.ts';
import { RunLink } from '../run-link.tsx';
import type { RunEntry } from '../run-source.ts';
import { stepOf } from './calendar-steps.ts';
import { formatDayParts, formatRunCount, fullDay, monthName, weekdayName } from './format.ts';

interface YearCalendarProps {
  days: readonly CalendarDay[];
  /** The runs of the year. */
  runs: readonly RunEntry[];
  year: number;
  unit: Unit;
  today: string;
  weekStart: WeekStart;
}

/** A square for each day, a column for each week. One tab stop; arrow keys move from day to day, and each day has a label. */
export function YearCalendar({ days, runs, year, unit, today, weekStart }: YearCalendarProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const byDay = useMemo(() => Map.groupBy(runs, ({ day }) => day), [runs]);
  const weeks = useMemo(() => [...Map.groupBy(days, ({ week }) => week).values()], [days]);
  // The initial tab stop: today, or the last day with a run.
  const tabStop = chosen ?? runs[0]?.day ?? days[0]?.day;

  function move(event: KeyboardEvent) {
    const next = tabStop && stepOf(event.key, tabStop);
    if (!next) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  }

  const dayAt = (target: EventTarget) => (target instanceof HTMLElement ? target.dataset.day : undefined);

  return (
    <>
      <div
        className="runs-calendar"
        role="grid"
        aria-label={`Days of ${year}`}
        ref={grid}
        onKeyDown={move}
        onFocus={({ target }) => setChosen(dayAt(target))}
        onClick={({ target }) => setChosen(dayAt(target))}
        onPointerOver={({ target, pointerType }) => pointerType === 'mouse' && setPointed(dayAt(target))}
        onPointerLeave={() => setPointed(undefined)}
      >
        <Weekdays weekStart={weekStart} />
        {weeks.map((week, index) => (
          <Week
            key={week[0]?.day}
            {...{ week, unit, today }}
            tabStop={week.some(({ day }) => day === tabStop) ? tabStop : undefined}
            isSecondHalf={index === halfOfYear}
            weekStart={weekStart}
          />
        ))}
      </div>
      <div className="runs-calendar-foot">
        <DayLine day={pointed ?? chosen} runs={byDay.get(pointed ?? chosen ?? '') ?? []} unit={unit} />
        <Legend />
      </div>
    </>
  );
}

/** The columns of half a year, which is one row on a phone. */
const halfOfYear = 27;

interface WeekProps {
  week: readonly CalendarDay[];
  unit: Unit;
  today: string;
  /** The day of this week that is the tab stop. */
  tabStop: string | undefined;
  isSecondHalf: boolean;
  weekStart: WeekStart;
}

const Week = memo(function Week({ week, unit, today, tabStop, isSecondHalf, weekStart }: WeekProps) {
  const first = week.find(({ day }) => day.endsWith('-01'));
  return (
    <>
      {isSecondHalf && <Weekdays weekStart={weekStart} again />}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the days in it are focusable, one at a time. */}
      <div className="runs-week" role="row">
        {first && (
          <span className="runs-month" aria-hidden="true">
            {formatDayParts(first.day, monthName)}
          </span>
        )}
        {week.map(({ day, metres, runs, level, weekday }) => (
          <div
            key={day}
            role="gridcell"
            className="runs-day"
            data-day={day}
            data-level={level}
            data-today={day === today || undefined}
            data-row={weekday}
            tabIndex={day === tabStop ? 0 : -1}
            aria-label={describeDay(day, metres, runs, unit)}
          />
        ))}
      </div>
    </>
  );
});

function describeDay(day: string, metres: number, runs: number, unit: Unit): string {
  const date = formatDayParts(day, fullDay);
  if (runs === 0) return `${date}: no run`;
  return `${date}: ${formatDistance(metres, unit)}${runs > 1 ? ` in ${formatRunCount(runs)}` : ''}`;
}

/** Monday, Wednesday and Friday are labeled. On a phone the second half of the year repeats them. */
function Weekdays({ weekStart, again = false }: { weekStart: WeekStart; again?: boolean }) {
  // A known Monday gives the names of the weekdays.
  const start = weekStart === 'monday' ? '2024-01-01' : '2023-12-31';
  return (
    <div className="runs-weekdays" aria-hidden="true" data-again={again || undefined}>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <span key={row}>
          {row % 2 === 0 && row < 6 ? formatDayParts(addDays(start, row), weekdayName) : ''}
        </span>
      ))}
    </div>
  );
}

function DayLine({ day, runs, unit }: { day: string | undefined; runs: readonly RunEntry[]; unit: Unit }) {
  if (!day) return <p className="runs-day-line">Choose a day to see its runs.</p>;
  return (
    <p className="runs-day-line">
      {formatDayParts(day, fullDay)}: {runs.length === 0 && 'no run'}
      {runs.map((run, index) => (
        <span key={run.id}>
          {index > 0 && ', '}
          <RunLink id={run.id}>{nameOf(run)}</RunLink> {formatDistance(run.metres, unit)}
        </span>
      ))}
    </p>
  );
}

function Legend() {
  return (
    <p className="runs-legend" aria-hidden="true">
      less
      {[0, 1, 2, 3, 4].map((level) => (
        <span key={level} className="runs-day" data-level={level} />
      ))}
      more
    </p>
  );
}
