import { startTransition, useEffect, useState } from 'react';
import type { ShownRun } from '../../running/shown-run.ts';
import type { Unit } from '../../running/units.ts';
import { type FoundRuns, findSourceOf, type Viewer } from './find-runs.ts';
import { RunPreview } from './run/run-preview.tsx';
import type { RunSource } from './run-source.ts';
import { RunsFault } from './runs-loading.tsx';
import { useRunHeading } from './state/use-run-focus.ts';
import { useModule } from './use-module.ts';

const loadView = () => import('./run/run-view.tsx');

interface OneRunProps {
  id: string;
  /** What the server knows of it. */
  shown: ShownRun | undefined;
  viewer: Viewer;
  /** The list, if it is loaded. */
  runs: FoundRuns | undefined;
  unit: Unit;
  /** The run was opened from the list, so its heading receives the focus. */
  wasListed: boolean;
  onChanged(): void;
}

/** One run by its id, from the source that has it. */
export function OneRun({ id, shown, viewer, runs, unit, wasListed, onChanged }: OneRunProps) {
  const [view, loadAgain] = useModule(loadView);
  const isListed = runs?.entries.some((entry) => entry.id === id) ?? false;
  const [source, findAgain] = useSourceOf(id, viewer, isListed ? runs?.source : undefined);
  const place = useRunHeading(id, wasListed);
  const isFailed = view === 'failed' || source === 'failed';
  return (
    <div className="axis" ref={place}>
      {isFailed && <RunsFault retry={view === 'failed' ? loadAgain : findAgain} />}
      {!isFailed && (view === undefined || source === undefined) && <RunPreview shown={shown} unit={unit} />}
      {view !== undefined && view !== 'failed' && source !== undefined && source !== 'failed' && (
        <view.RunView
          {...{ source, id, shown, unit, onChanged }}
          {...(isListed && runs && { entries: runs.entries })}
        />
      )}
    </div>
  );
}

function useSourceOf(
  id: string,
  { isSignedIn, samples, today }: Viewer,
  known: RunSource | undefined,
): [RunSource | 'failed' | undefined, () => void] {
  const [found, setFound] = useState<{ id: string; source: RunSource | 'failed' }>();
  const [round, setRound] = useState(0);
  const isKnown = known !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    if (isKnown) return;
    let isCurrent = true;
    findSourceOf(id, { isSignedIn, samples, today }).then(
      (source) => isCurrent && startTransition(() => setFound({ id, source })),
      (error: unknown) => {
        console.warn('The run could not be loaded.', error);
        if (isCurrent) setFound({ id, source: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [id, isSignedIn, samples, today, isKnown, round]);
  const again = () => {
    setFound(undefined);
    setRound((count) => count + 1);
  };
  return [known ?? (found?.id === id ? found.source : undefined), again];
}
