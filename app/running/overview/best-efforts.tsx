import { useMemo } from 'react';
import { effortDistances } from '../../../running/analysis/best-efforts.ts';
import { findFastest, findPersonalBests } from '../../../running/history/records.ts';
import { toClock } from '../../../running/pace.ts';
import { formatPace } from '../../../running/units.ts';
import { LineChart } from '../../charts/line-chart.tsx';
import { RunLink } from '../run-link.tsx';
import { formatDayParts, shortDay } from './format.ts';
import type { SectionProps } from './section-props.ts';

const clocks = [
  { clock: 'elapsed', name: 'Elapsed time' },
  { clock: 'moving', name: 'Moving time' },
] as const;

/** The fastest time over each distance, and its history. */
export function BestEfforts({ entries, unit, query, change, today }: SectionProps) {
  const { clock } = query;
  const rows = useMemo(
    () =>
      effortDistances.flatMap(({ name, metres }) => {
        const [best] = findFastest(entries, metres, clock, 1);
        return best ? [{ name, ...best }] : [];
      }),
    [entries, clock],
  );
  const defaultRow = rows.find(({ metres }) => metres === 5000) ?? rows[0];
  const chosen = rows.find(({ metres }) => metres === query.effort) ?? defaultRow;
  const series = useMemo(() => {
    if (!chosen) return [];
    const bests = findPersonalBests(entries, chosen.metres, clock);
    // Of two on one day the faster one counts. The last one still holds today.
    const byDay = new Map(bests.map(({ run, seconds }) => [run.day, seconds]));
    const last = bests.at(-1);
    if (last) byDay.set(today, byDay.get(today) ?? last.seconds);
    return [{ name: chosen.name, points: [...byDay].map(([x, y]) => ({ x, y })) }];
  }, [entries, chosen, clock, today]);
  if (!chosen) return null;
  return (
    <>
      <fieldset className="choices">
        <legend className="sr-only">Clock</legend>
        {clocks.map((each) => (
          <button
            key={each.clock}
            type="button"
            className="choice"
            aria-pressed={clock === each.clock}
            onClick={() => change({ clock: each.clock })}
          >
            {each.name}
          </button>
        ))}
      </fieldset>
      <table className="runs-efforts">
        <caption className="sr-only">
          Best efforts in {clock === 'elapsed' ? 'elapsed' : 'moving'} time; choose a distance to see its
          history below
        </caption>
        <thead>
          <tr>
            <th scope="col">Distance</th>
            <th scope="col">Time</th>
            <th scope="col">Pace</th>
            <th scope="col">Day</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, metres, seconds, run }) => (
            <tr key={metres} data-chosen={metres === chosen.metres || undefined}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={metres === chosen.metres}
                  onClick={() => change({ effort: metres })}
                >
                  {name}
                </button>
              </th>
              <td>{toClock(seconds)}</td>
              <td>{formatPace(seconds / metres, unit)}</td>
              <td>
                <RunLink id={run.id}>{formatDayParts(run.day, shortDay)}</RunLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="runs-chart-title">Personal bests over {chosen.name}</h3>
      <div className="runs-bests">
        <LineChart
          title={`Personal bests over ${chosen.name}`}
          x="day"
          xName="Day"
          series={series}
          inverted
          yFrom="fit"
          formatY={toClock}
        />
      </div>
    </>
  );
}
