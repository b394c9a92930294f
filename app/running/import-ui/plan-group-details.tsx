import { useId, useState } from 'react';
import { toClock } from '../../../running/pace.ts';
import { formatDistance, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatNumber } from '../../format/count.ts';
import { formatDay } from '../../format/day.ts';
import type { PlannedFile } from '../import/start-import.ts';
import { canBeChosen, type Dates, fileNameOf, type PlanGroup } from './plan-groups.ts';

interface PlanGroupDetailsProps {
  group: PlanGroup;
  unit: Unit;
  chosen: ReadonlySet<PlannedFile>;
  dates: Dates;
  onChoose(items: readonly PlannedFile[], isChosen: boolean): void;
  onDate(item: PlannedFile, at: number | undefined): void;
}

/** More rows than this are shown on demand. */
const maxRows = 100;

export function PlanGroupDetails({ group, unit, chosen, dates, onChoose, onDate }: PlanGroupDetailsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { kind, title, description, items, canChoose, isOpen } = group;
  const shown = showsAll ? items : items.slice(0, maxRows);
  const choosable = items.filter((item) => canBeChosen(item, dates)).length;
  const count = items.filter((item) => chosen.has(item)).length;
  return (
    <details className="plan-group" data-kind={kind} open={isOpen}>
      <summary>
        <h3>
          {title} <span className="plan-count">{formatNumber(items.length, site.language)}</span>
        </h3>
      </summary>
      <p className="label">{description}</p>
      {choosable > 1 && (
        <button type="button" className="text-button" onClick={() => onChoose(items, count < choosable)}>
          {count < choosable ? 'Select all' : 'Select none'}
        </button>
      )}
      <ul>
        {shown.map((item, index) => (
          <li key={`${item.path} ${index}`}>
            {canChoose ? (
              <ChosenRun
                item={item}
                unit={unit}
                isChosen={chosen.has(item)}
                canChoose={canBeChosen(item, dates)}
                onChoose={(isChosen) => onChoose([item], isChosen)}
                onDate={(at) => onDate(item, at)}
              />
            ) : (
              <LeftOutFile item={item} />
            )}
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" className="text-button" onClick={() => setShowsAll(true)}>
          Show all {formatNumber(items.length, site.language)}
        </button>
      )}
    </details>
  );
}

interface ChosenRunProps {
  item: PlannedFile;
  unit: Unit;
  isChosen: boolean;
  canChoose: boolean;
  onChoose(isChosen: boolean): void;
  onDate(at: number | undefined): void;
}

function ChosenRun({ item, unit, isChosen, canChoose, onChoose, onDate }: ChosenRunProps) {
  const id = useId();
  return (
    <div className="plan-row">
      <input
        type="checkbox"
        id={id}
        checked={isChosen}
        disabled={!canChoose}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <label htmlFor={id}>
        <RunLine item={item} unit={unit} />
      </label>
      <span className="label plan-path" title={item.path}>
        {fileNameOf(item.path)}
      </span>
      {item.kind !== 'richer' && item.reason && <span className="label plan-reason">{item.reason}</span>}
      {item.isUndated && (
        <label className="label plan-date">
          When was it?{' '}
          <input
            className="input"
            type="datetime-local"
            onChange={(event) => onDate(readDate(event.target.value))}
          />
        </label>
      )}
    </div>
  );
}

/** The time in the field as if it were UTC: the run is stored on the user's own clock. Undefined while it is not whole. */
function readDate(value: string): number | undefined {
  const at = Date.parse(`${value}Z`);
  return Number.isNaN(at) ? undefined : at;
}

function RunLine({ item: { run, path, isUndated }, unit }: Pick<ChosenRunProps, 'item' | 'unit'>) {
  if (!run) return <bdi>{fileNameOf(path)}</bdi>;
  return (
    <>
      <bdi>{run.name || 'Run'}</bdi>
      <span className="label">
        {!isUndated && `${formatDay(run.day, site.language, 'short')} · `}
        {run.metres > 0 && `${formatDistance(run.metres, unit)} · `}
        {toClock(run.moving || run.elapsed)}
        {!run.hasRoute && ' · without a route'}
      </span>
    </>
  );
}

function LeftOutFile({ item }: { item: PlannedFile }) {
  return (
    <div className="plan-file">
      <bdi className="plan-name" title={item.path}>
        {fileNameOf(item.path)}
      </bdi>
      <span className="label">{item.reason}</span>
    </div>
  );
}
