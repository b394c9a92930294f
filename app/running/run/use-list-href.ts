import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { hrefOfList, runningPath } from './run-address.ts';

/** The address of the list behind a run, in the state in which it was left. The server's HTML is the same for all states. */
export function useListHref(): string {
  const { search } = useLocation();
  const [href, setHref] = useState(runningPath);
  useEffect(() => setHref(hrefOfList(search)), [search]);
  return href;
}
