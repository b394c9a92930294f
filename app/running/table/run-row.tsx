import { memo } from 'react';
import { toClock } from '../../../running/pace.ts';
import { formatDistance, formatHeight, formatPace, type Unit } from '../../../running/units.ts';
import { formatDayParts, shortDay } from '../overview/format.ts';
import { nameOf } from '../run/format-run.ts';
import { RunLink } from '../run-link.tsx';
import type { RunEntry } from '../run-source.ts';

interface RunRowProps {
  run: RunEntry;
  /** Its index in the whole table, of which only some rows are rendered. */
  row: number;
  unit: Unit;
  outline: string | undefined;
  /** Undefined where runs cannot be selected. */
  chosen?: boolean | undefined;
  onChoose?: ((id: string, chosen: boolean) => void) | undefined;
}

/** One run. On a phone some cells are hidden, and the day is below the name. */
export const RunRow = memo(function RunRow({ run, row, unit, outline, chosen, onChoose }: RunRowProps) {
  const name = nameOf(run);
  const day = formatDayParts(run.day, shortDay);
  const pace = run.metres > 0 ? formatPace(run.moving / run.metres, unit) : '–';
  return (
    <tr data-run={run.id} aria-rowindex={row + 2} aria-selected={onChoose ? chosen : undefined}>
      {onChoose && (
        <td className="runs-check">
          <input
            type="checkbox"
            checked={chosen}
            aria-label={`Select ${name}, ${day}`}
            onChange={({ target }) => onChoose(run.id, target.checked)}
          />
        </td>
      )}
      <td className="runs-shape">
        {outline && (
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <path d={outline} />
          </svg>
        )}
      </td>
      <th scope="row">
        <RunLink id={run.id}>{name}</RunLink>
        <span className="label runs-below">{day}</span>
      </th>
      <td className="runs-wide">{day}</td>
      <td>
        {formatDistance(run.metres, unit)}
        <span className="label runs-below">{pace}</span>
      </td>
      <td className="runs-wide">{toClock(run.moving)}</td>
      <td className="runs-wide">{pace}</td>
      <td className="runs-wide">{run.gain === undefined ? '–' : formatHeight(run.gain, unit)}</td>
      <td className="runs-wide">
        {run.averageHeartRate === undefined ? '–' : Math.round(run.averageHeartRate)}
      </td>
      {onChoose && (
        <td className="runs-seen">
          <span className="label">{run.isPublic ? 'Public' : 'Private'}</span>
        </td>
      )}
    </tr>
  );
});
