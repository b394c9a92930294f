import { useId } from 'react';
import { formatDistance, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatDay } from '../../format/day.ts';
import { nameOf } from '../run/format-run.ts';
import type { useRouteRuns } from './use-route-runs.ts';

interface RunChoiceProps {
  runs: ReturnType<typeof useRouteRuns>;
  unit: Unit;
}

/** One of the user's runs with a route. */
export function RunChoice({ runs: { entries, chosen, choose }, unit }: RunChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>The run</label>
      <select className="input" id={id} value={chosen} onChange={(event) => choose(event.target.value)}>
        {entries.map((entry) => (
          <option key={entry.id} value={entry.id}>
            {formatDay(entry.day, site.language, 'short')}: {nameOf(entry)},{' '}
            {formatDistance(entry.metres, unit)}
          </option>
        ))}
      </select>
    </div>
  );
}
