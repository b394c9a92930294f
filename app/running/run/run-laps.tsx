import { toClock } from '../../../running/pace.ts';
import type { Lap } from '../../../running/run.ts';
import { formatDistance, formatPace, type Unit } from '../../../running/units.ts';
import { PageSection } from '../../components/page-section.tsx';

/** Laps of the watch. A single one is the whole run, and is not shown. */
export function RunLaps({ laps, unit }: { laps: readonly Lap[]; unit: Unit }) {
  if (laps.length < 2) return null;
  return (
    <PageSection title="Laps">
      <table className="run-table">
        <caption className="sr-only">Laps</caption>
        <thead>
          <tr>
            <th scope="col">Lap</th>
            <th scope="col">Distance</th>
            <th scope="col">Time</th>
            <th scope="col">Pace</th>
          </tr>
        </thead>
        <tbody>
          {laps.map(({ start, time, metres }, index) => (
            <tr key={start}>
              <th scope="row">{index + 1}</th>
              <td>{metres ? formatDistance(metres, unit) : '–'}</td>
              <td>{toClock(time)}</td>
              <td>{formatPace(metres ? time / metres : undefined, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  );
}
