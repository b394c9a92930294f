import { useId } from 'react';
import type { Position } from '../../../running/analysis/geometry.ts';
import type { Unit } from '../../../running/units.ts';
import { TextField } from '../../components/text-field.tsx';
import { RunChoice } from './run-choice.tsx';
import type { useRouteRuns } from './use-route-runs.ts';
import { formatPosition } from './zone-place.ts';

export type PlaceMethod = 'run' | 'here' | 'coordinates';

interface PlaceChoiceProps {
  method: PlaceMethod;
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
  { method: 'run', label: 'Where one of my runs starts' },
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
  const offered = methods.filter((each) => each.method !== 'run' || runs.entries.length > 0);
  return (
    <fieldset className="place-choice">
      <legend>Where it is</legend>
      {offered.map((each) => (
        <label key={each.method}>
          <input
            type="radio"
            name={id}
            checked={method === each.method}
            onChange={() => onMethod(each.method)}
          />
          {each.label}
        </label>
      ))}
      {method === 'run' && <RunChoice runs={runs} unit={unit} />}
      {method === 'here' && (
        <p className="hint" role="status">
          {isLocating && 'Asking your browser where you are …'}
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
          hint="As shown in map apps."
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
    </fieldset>
  );
}
