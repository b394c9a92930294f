import { useMemo } from 'react';
import { useShortlist } from './local-shortlist.ts';
import { useOpenList } from './open-list.ts';

/** The names on the shortlist: those of the open list, or of this browser. */
export function useListed(): ReadonlySet<string> {
  const local = useShortlist();
  const keeper = useOpenList();
  return useMemo(() => keeper?.names ?? new Set(local.map(({ name }) => name)), [keeper, local]);
}
