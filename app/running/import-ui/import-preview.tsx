import { useMemo, useState } from 'react';
import type { Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatCount } from '../../format/count.ts';
import type { ImportPlan, PlannedFile } from '../import/start-import.ts';
import { PlanGroupDetails } from './plan-group-details.tsx';
import { canBeChosen, type Dates, defaultChoice, keepChosen, toGroups } from './plan-groups.ts';

interface ImportPreviewProps {
  plan: ImportPlan;
  unit: Unit;
  /** The number of files in folders that are not recordings. */
  leftOut: number;
  /** With the plan of what the user has chosen. */
  onImport(plan: ImportPlan): void;
  onDismiss(): void;
}

/** The files that were found, before anything is saved. */
export function ImportPreview({ plan, unit, leftOut, onImport, onDismiss }: ImportPreviewProps) {
  const groups = useMemo(() => toGroups(plan.items), [plan]);
  const [chosen, setChosen] = useState(() => defaultChoice(plan));
  const [dates, setDates] = useState<Dates>(new Map());
  const isNew = plan.runs.length > 0 || groups.some(({ kind }) => kind === 'doubtful');
  const canChoose = groups.some((group) => group.canChoose);
  // Original files of stored runs whose upload failed the last time.
  const missing = plan.missingFiles.length;
  const hasWork = canChoose || missing > 0;

  function choose(items: readonly PlannedFile[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const item of items) {
      if (isChosen && canBeChosen(item, dates)) next.add(item);
      else next.delete(item);
    }
    setChosen(next);
  }

  /** A date chooses its run; without one the run cannot be imported. */
  function date(item: PlannedFile, at: number | undefined) {
    const next = new Map(dates);
    const nextChosen = new Set(chosen);
    if (at === undefined) {
      next.delete(item);
      nextChosen.delete(item);
    } else {
      next.set(item, at);
      nextChosen.add(item);
    }
    setDates(next);
    setChosen(nextChosen);
  }

  return (
    <div className="import-preview">
      <p className="import-found" role="status">
        {isNew || missing > 0
          ? 'This is what was found. Nothing is saved yet.'
          : 'There is nothing new in these files.'}
      </p>
      <ul className="import-counts" aria-label="Found">
        {groups.map(({ kind, title, items }) => (
          <li key={kind} data-kind={kind}>
            <strong>{items.length}</strong> {title.toLowerCase()}
          </li>
        ))}
      </ul>
      {groups.map((group) => (
        <PlanGroupDetails
          key={group.kind}
          group={group}
          unit={unit}
          chosen={chosen}
          dates={dates}
          onChoose={choose}
          onDate={date}
        />
      ))}
      {leftOut > 0 && (
        <p className="label">
          {formatCount(leftOut, 'other file', 'other files', site.language)} in the folder skipped.
        </p>
      )}
      {missing > 0 && (
        <p className="label">
          {formatCount(missing, 'original file', 'original files', site.language)} that did not arrive last
          time will be uploaded again.
        </p>
      )}
      <p className="save-row import-actions">
        {hasWork && (
          <button
            type="button"
            className="button"
            disabled={chosen.size === 0 && missing === 0}
            onClick={() => onImport(keepChosen(plan, chosen, dates))}
          >
            {chosen.size === 0 && missing > 0
              ? 'Upload the files'
              : `Import ${formatCount(chosen.size, 'run', 'runs', site.language)}`}
          </button>
        )}
        <button type="button" className={hasWork ? 'text-button' : 'button'} onClick={onDismiss}>
          {hasWork ? 'Discard' : 'Choose other files'}
        </button>
      </p>
    </div>
  );
}
