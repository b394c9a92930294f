import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useIsCurrentEntry } from '../../runtime/use-is-current-entry.ts';
import { type RunningQuery, readQuery, writeQuery } from './running-query.ts';

export type ChangeQuery = (changes: Partial<RunningQuery>) => void;

/**
 * The state that stands in the address. A change replaces the address of the entry in the history, without the router: there is nothing
 * to ask the server for, and going back leads to where one came from, not through every letter of a filter.
 */
export function useRunningQuery(): [RunningQuery, ChangeQuery] {
  const { search } = useLocation();
  const [state, setState] = useState(() => readQuery(new URLSearchParams(search)));
  const [known, setKnown] = useState(search);
  // A link was followed, or somebody went back: the router's word counts.
  if (known !== search) {
    setKnown(search);
    setState(readQuery(new URLSearchParams(search)));
  }
  const isOwnEntry = useIsCurrentEntry();
  const change = useCallback<ChangeQuery>((changes) => setState((now) => ({ ...now, ...changes })), []);
  useEffect(() => {
    const address = location.pathname + writeQuery(state) + location.hash;
    if (isOwnEntry() && address !== location.pathname + location.search + location.hash)
      history.replaceState(history.state, '', address);
  }, [state, isOwnEntry]);
  return [state, change];
}
