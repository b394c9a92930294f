import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useIsCurrentEntry } from '../../runtime/use-is-current-entry.ts';
import { type RunningQuery, readQuery, writeQuery } from './running-query.ts';

export type ChangeQuery = (changes: Partial<RunningQuery>) => void;

/**
 * The page state in the address. A change replaces the address of the history entry, without the router: no data has to be fetched, and
 * going back leads to the previous page, not through every letter of a filter.
 */
export function useRunningQuery(): [RunningQuery, ChangeQuery] {
  const { search } = useLocation();
  const [state, setState] = useState(() => readQuery(new URLSearchParams(search)));
  const [known, setKnown] = useState(search);
  // The router has navigated, by a link or in the history: its address wins.
  if (known !== search) {
    setKnown(search);
    setState(readQuery(new URLSearchParams(search)));
  }
  const isCurrentEntry = useIsCurrentEntry();
  const change = useCallback<ChangeQuery>((changes) => setState((now) => ({ ...now, ...changes })), []);
  useEffect(() => {
    const address = location.pathname + writeQuery(state) + location.hash;
    if (isCurrentEntry() && address !== location.pathname + location.search + location.hash)
      history.replaceState(history.state, '', address);
  }, [state, isCurrentEntry]);
  return [state, change];
}
