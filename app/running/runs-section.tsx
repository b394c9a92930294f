import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { chooseUnit } from '../runtime/unit-choice.ts';
import { OneRun } from './one-run.tsx';
import { today } from './overview/format.ts';
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
  query: RunningQuery;
  change: ChangeQuery;
  /** Called when there is little to show, so that the text below can move up. */
  onShort(isShort: boolean): void;
}

/** The overview of the runs, or one of them. */
export function RunsSection({ user, samples, query, change, onShort }: RunsSectionProps) {
  const [day] = useState(today);
  const viewer = { isSignedIn: user !== null, samples, today: day };
  const [wasListed, setListed] = useState(query.run === undefined);
  if (query.run === undefined && !wasListed) setListed(true);
  const { found, reload, retry, applySettings } = useRuns(viewer, wasListed);
  const runs = typeof found === 'object' ? found : undefined;
  const unit = useUnit(query.unit, runs?.own, applySettings);
  // An address that names a unit names the one that is shown.
  useEffect(() => {
    if (query.unit !== undefined && query.unit !== unit) change({ unit });
  }, [query.unit, unit, change]);
  useRunScroll(query.run);
  useListFocus(query.run);

  const isShort = found === 'none' || found === 'failed' || runs?.entries.length === 0;
  useEffect(() => onShort(isShort && query.run === undefined), [isShort, query.run, onShort]);

  return (
    <>
      {query.run !== undefined && (
        <OneRun id={query.run} {...{ viewer, runs, unit, wasListed }} onChanged={reload} />
      )}
      {/* Stays mounted while a run is open, so that going back is quick and keeps the scroll position of the list. */}
      <div className="axis" hidden={query.run !== undefined}>
        {found === undefined && <RunsLoading />}
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
