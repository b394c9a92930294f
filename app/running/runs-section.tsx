import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import type { ShownRuns } from '../../running/shown-run.ts';
import type { PageDataByRoute } from '../page-data.ts';
import { chooseUnit } from '../runtime/unit-choice.ts';
import { OneRun } from './one-run.tsx';
import { today } from './overview/format.ts';
import { StrangersRuns } from './overview/strangers-runs.tsx';
import { Overview } from './overview.tsx';
import { RunsFault, RunsLoading } from './runs-loading.tsx';
import type { RunningQuery } from './state/running-query.ts';
import { useListFocus } from './state/use-run-focus.ts';
import { useRunScroll } from './state/use-run-scroll.ts';
import type { ChangeQuery } from './state/use-running-query.ts';
import { useUnit } from './state/use-unit.ts';
import { useRuns } from './use-runs.ts';

interface RunsSectionProps {
  user: User | null;
  samples: boolean;
  /** The run of the address; undefined for the list. */
  run: PageDataByRoute['run'] | undefined;
  /** What the server knows of the list. */
  shown: ShownRuns | undefined;
  query: RunningQuery;
  change: ChangeQuery;
  /** Called when there is little to show, so that the text below can move up. */
  onShort(isShort: boolean): void;
}

/** The overview of the runs, or one of them. */
export function RunsSection({ user, samples, run, shown, query, change, onShort }: RunsSectionProps) {
  const [day] = useState(today);
  const viewer = { isSignedIn: user !== null, samples, today: day };
  const [wasListed, setListed] = useState(run === undefined);
  if (run === undefined && !wasListed) setListed(true);
  const { found, reload, retry, applySettings } = useRuns(viewer, wasListed);
  const runs = typeof found === 'object' ? found : undefined;
  const unit = useUnit(query.unit, runs?.own, applySettings);
  // An address that names a unit names the one that is shown.
  useEffect(() => {
    if (query.unit !== undefined && query.unit !== unit) change({ unit });
  }, [query.unit, unit, change]);
  useRunScroll(run?.id);
  useListFocus(run?.id);

  const isOpen = run !== undefined;
  const isShort = found === 'none' || found === 'failed' || runs?.entries.length === 0;
  useEffect(() => onShort(isShort && !isOpen), [isShort, isOpen, onShort]);

  return (
    <>
      {run && (
        <OneRun id={run.id} shown={run.shown} {...{ viewer, runs, unit, wasListed }} onChanged={reload} />
      )}
      {/* Stays mounted while a run is open, so that going back is quick and keeps the scroll position of the list. */}
      <div className="axis" hidden={isOpen}>
        {found === undefined &&
          (shown && user === null ? <StrangersRuns shown={shown} unit={unit} /> : <RunsLoading />)}
        {found === 'failed' && <RunsFault retry={retry} />}
        {runs && (
          <Overview
            {...{ runs, query, change, unit, reload, applySettings }}
            today={day}
            onUnit={chooseUnit}
          />
        )}
      </div>
    </>
  );
}
