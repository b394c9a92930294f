import { useId, useState } from 'react';
import { toClock } from '../../../running/pace.ts';
import { formatDistance, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatNumber } from '../../format/count.ts';
import { formatDay } from '../../format/day.ts';
import type { PlannedFile } from '../import/start-import.ts';
import { fileNameOf, type PlanGroup } from './plan-groups.ts';

interface PlanGroupDetailsProps {
  group: PlanGroup;
  unit: Unit;
  chosen: ReadonlySet<PlannedFile>;
  onChoose(items: readonly PlannedFile[], isChosen: boolean): void;
}

/** More rows than this are shown on demand. */
const maxRows = 100;

export function PlanGroupDetails({ group, unit, chosen, onChoose }: PlanGroupDetailsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { kind, title, description, items, canChoose } = group;
  const shown = showsAll ? items : items.slice(0, maxRows);
  const isOpen = canChoose || kind === 'broken';
  const count = items.filter((item) => chosen.has(item)).length;
  return (
    <details className="plan-group" data-kind={kind} open={isOpen}>
      <summary>
        <h3>
          {title} <span className="plan-count">{formatNumber(items.length, site.language)}</span>
        </h3>
      </summary>
      <p className="label">{description}</p>
      {canChoose && items.length > 1 && (
        <button type="button" className="text-button" onClick={() => onChoose(items, count < items.length)}>
          {count < items.length ? 'Choose all' : 'Choose none'}
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
                onChoose={(isChosen) => onChoose([item], isChosen)}
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
  onChoose(isChosen: boolean): void;
}

function ChosenRun({ item, unit, isChosen, onChoose }: ChosenRunProps) {
  const id = useId();
  return (
    <div className="plan-row">
      <input
        type="checkbox"
        id={id}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <label htmlFor={id}>
        <RunLine item={item} unit={unit} />
      </label>
      <span className="label plan-path" title={item.path}>
        {fileNameOf(item.path)}
      </span>
      {item.kind !== 'richer' && item.reason && <span className="label plan-reason">{item.reason}</span>}
    </div>
  );
}

function RunLine({ item: { run, path }, unit }: Pick<ChosenRunProps, 'item' | 'unit'>) {
  if (!run) return <bdi>{fileNameOf(path)}</bdi>;
  return (
    <>
      <bdi>{run.name || 'Run'}</bdi>
      <span className="label">
        {formatDay(run.day, site.language, 'short')}
        {run.metres > 0 && ` · ${formatDistance(run.metres, unit)}`} · {toClock(run.moving || run.elapsed)}
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
