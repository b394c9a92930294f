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
  /** Undefined while it is not known which there are, and nobody has chosen. */
  way: PlaceMethod | undefined;
  unit: Unit;
  onWay(way: PlaceMethod): void;
  runs: ReturnType<typeof useRouteRuns>;
  here: Position | undefined;
  isLooking: boolean;
  onLocate(): void;
  typed: string;
  onTyped(text: string): void;
}

const ways: readonly { way: PlaceMethod; words: string }[] = [
  { way: 'run', words: 'Where one of my runs begins' },
  { way: 'here', words: 'Where I am now' },
  { way: 'coordinates', words: 'By coordinates' },
];

/** Three ways to point at a place without a map. */
export function PlaceChoice({
  way,
  unit,
  onWay,
  runs,
  here,
  isLooking,
  onLocate,
  typed,
  onTyped,
}: PlaceChoiceProps) {
  const id = useId();
  // The first keeps its place while the runs are read, so that the others do not move away under a finger.
  const offered = ways.filter((each) => each.way !== 'run' || runs.entries?.length !== 0);
  return (
    <fieldset className="place-choice">
      <legend>Where it is</legend>
      {offered.map((each) => (
        <label key={each.way}>
          <input
            type="radio"
            name={id}
            checked={way === each.way}
            disabled={each.way === 'run' && !runs.entries}
            onChange={() => onWay(each.way)}
          />
          {each.words}
        </label>
      ))}
      {way === 'run' && (
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
                {formatDistance(entry.metres, unit, 1)}
              </option>
            ))}
          </select>
        </div>
      )}
      {way === 'here' && (
        <p className="hint" role="status">
          {isLooking && 'Your browser is asked where you are …'}
          {!isLooking && here && `You are at ${formatPosition(here)}. `}
          {!isLooking && (
            <button type="button" className="text-button" onClick={onLocate}>
              {here ? 'Look again' : 'Find me'}
            </button>
          )}
        </p>
      )}
      {way === 'coordinates' && (
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
