import { useId } from 'react';
import type { Position } from '../../../running/analysis/geometry.ts';
import { formatDistance, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { TextField } from '../../components/text-field.tsx';
import { formatDay } from '../../format/day.ts';
import { nameOf } from '../run/format-run.ts';
import type { useRouteRuns } from './use-route-runs.ts';
import { formatPosition } from './zone-place.ts';

export type PlaceMethod = 'run' | 'here' | 'coordinates';

interface PlaceChoiceProps {
  /** Undefined while the runs are loading, until the user chooses. */
  method: PlaceMethod | undefined;
  unit: Unit;
  onMethod(method: PlaceMethod): void;
  runs: ReturnType<typeof useRouteRuns>;
  here: Position | undefined;
  isLocating: boolean;
  onLocate(): void;
  typed: string;
  onTyped(text: string): void;
}

const methods: readonly { method: PlaceMethod; label: string }[] = [
  { method: 'run', label: 'Where one of my runs begins' },
  { method: 'here', label: 'Where I am now' },
  { method: 'coordinates', label: 'By coordinates' },
];

/** Three methods to choose a place without a map. */
export function PlaceChoice({
  method,
  unit,
  onMethod,
  runs,
  here,
  isLocating,
  onLocate,
  typed,
  onTyped,
}: PlaceChoiceProps) {
  const id = useId();
  // The first option keeps its space while the runs are loading, so that the others do not move under the pointer.
  const offered = methods.filter((each) => each.method !== 'run' || runs.entries?.length !== 0);
  return (
    <fieldset className="place-choice">
      <legend>Where it is</legend>
      {offered.map((each) => (
        <label key={each.method}>
          <input
            type="radio"
            name={id}
            checked={method === each.method}
            disabled={each.method === 'run' && !runs.entries}
            onChange={() => onMethod(each.method)}
          />
          {each.label}
        </label>
      ))}
      {method === 'run' && (
        <div className="field">
          <label htmlFor={`${id}run`}>The run</label>
          <select
            className="input"
            id={`${id}run`}
            value={runs.chosen}
            onChange={(event) => runs.choose(event.target.value)}
          >
            {runs.entries?.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {formatDay(entry.day, site.language, 'short')}: {nameOf(entry)},{' '}
                {formatDistance(entry.metres, unit)}
              </option>
            ))}
          </select>
        </div>
      )}
      {method === 'here' && (
        <p className="hint" role="status">
          {isLocating && 'Your browser is asked where you are …'}
          {!isLocating && here && `You are at ${formatPosition(here)}. `}
          {!isLocating && (
            <button type="button" className="text-button" onClick={onLocate}>
              {here ? 'Look again' : 'Find me'}
            </button>
          )}
        </p>
      )}
      {method === 'coordinates' && (
        <TextField
          label="Latitude and longitude"
          placeholder="51.4412, -0.2741"
          inputMode="text"
          value={typed}
          hint="As maps hand them out."
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
    </fieldset>
  );
}
