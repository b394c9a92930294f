import type { Unit } from '../../../running/units.ts';

const units = [
  { unit: 'km', name: 'Kilometers' },
  { unit: 'mi', name: 'Miles' },
] as const;

export function UnitSwitch({ unit, onUnit }: { unit: Unit; onUnit(unit: Unit): void }) {
  return (
    <fieldset className="choices runs-units margin needs-script">
      <legend className="sr-only">Unit</legend>
      {units.map((each) => (
        <button
          key={each.unit}
          type="button"
          className="choice"
          aria-pressed={unit === each.unit}
          onClick={() => onUnit(each.unit)}
        >
          {each.name}
        </button>
      ))}
    </fieldset>
  );
}
