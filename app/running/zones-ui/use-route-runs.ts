import { useEffect, useMemo, useState } from 'react';
import type { SiteClient } from '../../session/site-client.ts';
import type { OpenedRun, RunEntry } from '../run-source.ts';
import { createOwnSource } from '../sources/own-source.ts';

/** Enough to find one that begins at home. */
const maxRuns = 50;

/** The user's latest runs with a route, and one of them loaded: to choose a place, and to preview a zone. */
export function useRouteRuns(client: SiteClient) {
  const source = useMemo(() => createOwnSource(client), [client]);
  const [entries, setEntries] = useState<RunEntry[]>();
  const [chosen, choose] = useState<string>();
  const [opened, setOpened] = useState<OpenedRun>();

  useEffect(() => {
    const request = new AbortController();
    source.list(request.signal).then(
      (all) => {
        if (request.signal.aborted) return;
        const routes = all.filter(({ hasRoute }) => hasRoute).slice(0, maxRuns);
        setEntries(routes);
        choose(routes[0]?.id);
      },
      // Without runs the other methods to choose a place remain.
      () => !request.signal.aborted && setEntries([]),
    );
    return () => request.abort();
  }, [source]);

  useEffect(() => {
    if (chosen === undefined) return;
    let isCurrent = true;
    source.open(chosen).then(
      (run) => isCurrent && setOpened(run),
      () => isCurrent && setOpened(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, chosen]);

  return { entries, chosen, choose, opened: opened?.entry.id === chosen ? opened : undefined };
}
