import { toClock } from '../../../running/pace.ts';
import { formatPace, type Unit } from '../../../running/units.ts';
import { PageSection } from '../../components/page-section.tsx';
import type { RunEntry } from '../run-source.ts';
import { nameOfEffort } from './format-run.ts';

/** The fastest stretch of each standard distance within this run. */
export function RunEfforts({ efforts, unit }: { efforts: RunEntry['efforts']; unit: Unit }) {
  if (efforts.elapsed.length === 0) return null;
  const moving = new Map(efforts.moving.map(({ metres, seconds }) => [metres, seconds]));
  const hasPauses = efforts.elapsed.some(({ metres, seconds }) => (moving.get(metres) ?? seconds) < seconds);
  return (
    <PageSection title="Best efforts">
      <table className="run-table">
        <caption className="sr-only">The fastest stretches of this run</caption>
        <thead>
          <tr>
            <th scope="col">Distance</th>
            <th scope="col">Time</th>
            {hasPauses && <th scope="col">Moving</th>}
            <th scope="col">Pace</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {efforts.elapsed.map(({ metres, seconds, start }) => (
            <tr key={metres}>
              <th scope="row">{nameOfEffort(metres)}</th>
              <td>{toClock(seconds)}</td>
              {hasPauses && <td>{toClock(moving.get(metres) ?? seconds)}</td>}
              <td>{formatPace(seconds / metres, unit)}</td>
              <td className="label">{toClock(start)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  );
}
