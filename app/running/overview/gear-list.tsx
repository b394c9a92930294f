import { type FormEvent, useMemo, useState } from 'react';
import { type GearTotals, sumGear } from '../../../running/history/gear.ts';
import { formatDistance, metresIn, type Unit } from '../../../running/units.ts';
import type { RunningSettings } from '../data/running-settings.ts';
import { formatDayParts, formatRunCount, shortDay } from './format.ts';
import { formatAmount } from './format-goal.ts';
import type { SectionProps } from './section-props.ts';

type GearSettings = RunningSettings['gear'];

interface GearListProps extends SectionProps {
  settings: GearSettings;
  onGear: ((gear: GearSettings) => void) | undefined;
}

/** The distance of each pair of shoes, with its limit. */
export function GearList({ entries, unit, settings, onGear }: GearListProps) {
  const gear = useMemo(() => sumGear(entries), [entries]);
  const [edited, setEdited] = useState<string>();
  if (gear.length === 0) return null;
  const inUse = gear.filter(({ name }) => !settings[name]?.retired);
  const retired = gear.filter(({ name }) => settings[name]?.retired);
  const maxMetres = gear.reduce((largest, { metres }) => Math.max(largest, metres), 1);
  const change = (name: string, changes: GearSettings[string]) =>
    onGear?.({ ...settings, [name]: { ...settings[name], ...changes } });
  const row = (sum: GearTotals) => (
    <li key={sum.name}>
      <GearBar sum={sum} maxMetres={maxMetres} limit={settings[sum.name]?.limitMetres} unit={unit} />
      {onGear && edited !== sum.name && (
        <p className="runs-goal-doors">
          <button type="button" className="text-button" onClick={() => setEdited(sum.name)}>
            Set a limit<span className="sr-only"> for {sum.name}</span>
          </button>
          <button
            type="button"
            className="text-button"
            onClick={() => change(sum.name, { retired: !settings[sum.name]?.retired })}
          >
            {settings[sum.name]?.retired ? 'Use again' : 'Retire'}
            <span className="sr-only"> {sum.name}</span>
          </button>
        </p>
      )}
      {edited === sum.name && (
        <LimitForm
          unit={unit}
          limit={settings[sum.name]?.limitMetres}
          onLimit={(limitMetres) => {
            change(sum.name, limitMetres === undefined ? withoutLimit(settings[sum.name]) : { limitMetres });
            setEdited(undefined);
          }}
        />
      )}
    </li>
  );
  return (
    <>
      <ul className="runs-gear">{inUse.map(row)}</ul>
      {retired.length > 0 && (
        <details className="runs-retired">
          <summary>Retired ({retired.length})</summary>
          <ul className="runs-gear">{retired.map(row)}</ul>
        </details>
      )}
    </>
  );
}

/** No limit is stored as zero, so that it overwrites the previous one. */
function withoutLimit(before: GearSettings[string] | undefined): GearSettings[string] {
  return { ...before, limitMetres: 0 };
}

interface GearBarProps {
  sum: GearTotals;
  maxMetres: number;
  limit: number | undefined;
  unit: Unit;
}

function GearBar({ sum, maxMetres, limit, unit }: GearBarProps) {
  const whole = limit || maxMetres;
  const isWorn = limit ? sum.metres >= limit * 0.9 : false;
  return (
    <div className="runs-goal" data-worn={isWorn || undefined}>
      <p>
        <strong>{sum.name}</strong>
        <span>
          {formatDistance(sum.metres, unit)}
          {limit ? <span className="label"> of {formatAmount('metres', limit, unit)}</span> : null}
        </span>
      </p>
      <svg className="runs-goal-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="runs-goal-way" width="100" height="4" />
        <rect className="runs-goal-done" width={Math.min(1, sum.metres / whole) * 100} height="4" />
      </svg>
      <p className="label">
        {formatRunCount(sum.runs)}, {formatDayParts(sum.firstDay, shortDay)} to{' '}
        {formatDayParts(sum.lastDay, shortDay)}
        {isWorn && limit
          ? `. ${sum.metres >= limit ? 'Past its limit' : 'Close to its limit'}: time for something new.`
          : ''}
      </p>
    </div>
  );
}

interface LimitFormProps {
  unit: Unit;
  limit: number | undefined;
  onLimit(metres: number | undefined): void;
}

function LimitForm({ unit, limit, onLimit }: LimitFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const value = Number(new FormData(event.currentTarget).get('limit'));
    onLimit(value > 0 ? value * metresIn(unit) : undefined);
  }
  return (
    <form className="runs-goal-form" method="post" onSubmit={submit}>
      <label>
        <span className="label">Limit in {unit === 'km' ? 'kilometers' : 'miles'} (empty for none)</span>
        <input
          className="input"
          name="limit"
          type="number"
          min={0}
          max={100_000}
          step={1}
          inputMode="numeric"
          defaultValue={limit ? Math.round(limit / metresIn(unit)) : ''}
        />
      </label>
      <div className="runs-goal-doors">
        <button type="submit" className="button">
          Save
        </button>
      </div>
    </form>
  );
}
