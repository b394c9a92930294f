import { useEffect, useMemo, useState } from 'react';
import type { FoundRuns } from '../find-runs.ts';
import type { OpenedRun } from '../run-source.ts';

/** Enough to find one that begins at home. */
const maxRuns = 50;

/** The latest of the user's runs with a route, and one of them loaded: to choose a place, and to see what zones hide. */
export function useRouteRuns({ source, entries: all }: FoundRuns, isNeeded: boolean) {
  const entries = useMemo(() => all.filter(({ hasRoute }) => hasRoute).slice(0, maxRuns), [all]);
  const [wanted, choose] = useState<string>();
  const [loaded, setLoaded] = useState<{ id: string; run: OpenedRun | undefined }>();
  // A run that was deleted meanwhile is not offered any more.
  const chosen = entries.find(({ id }) => id === wanted)?.id ?? entries[0]?.id;

  useEffect(() => {
    if (chosen === undefined || !isNeeded) return;
    let isCurrent = true;
    source.open(chosen).then(
      (run) => isCurrent && setLoaded({ id: chosen, run }),
      () => isCurrent && setLoaded({ id: chosen, run: undefined }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, chosen, isNeeded]);

  const current = loaded?.id === chosen ? loaded : undefined;
  return { entries, chosen, choose, opened: current?.run, isMissing: current !== undefined && !current.run };
}
