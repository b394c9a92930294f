import { useMemo } from 'react';
import { useActiveList } from './active-list.ts';
import { useShortlist } from './local-shortlist.ts';

/** The names on the shortlist: those of the active list, or of this browser. */
export function useShortlistedNames(): ReadonlySet<string> {
  const local = useShortlist();
  const activeList = useActiveList();
  return useMemo(() => activeList?.names ?? new Set(local.map(({ name }) => name)), [activeList, local]);
}
