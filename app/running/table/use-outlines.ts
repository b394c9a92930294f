import { useEffect, useRef, useState } from 'react';
import type { RunSource } from '../run-source.ts';

/** A debounce, so that nothing is fetched while the list is being scrolled. */
const pauseMs = 120;

/** The outlines of the runs on screen, as they arrive; one that cannot be loaded is left out. */
export function useOutlines(source: RunSource, ids: readonly string[]): ReadonlyMap<string, string> {
  const [outlines, setOutlines] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useRef({ source, ids: new Set<string>() });
  if (asked.current.source !== source) asked.current = { source, ids: new Set() };
  const wanted = ids.filter((id) => !asked.current.ids.has(id)).join(' ');
  useEffect(() => {
    if (wanted === '') return;
    const timer = setTimeout(() => {
      const missing = wanted.split(' ');
      const { ids: known } = asked.current;
      for (const id of missing) known.add(id);
      source.outlines(missing).then(
        (found) => setOutlines((before) => new Map([...before, ...found])),
        () => {
          for (const id of missing) known.delete(id);
        },
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [source, wanted]);
  return outlines;
}
