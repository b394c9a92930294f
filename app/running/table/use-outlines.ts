import { useEffect, useRef, useState } from 'react';
import type { RunSource } from '../run-source.ts';

/** Long enough for a list that is being scrolled through to come to rest. */
const pauseMs = 120;

/** The shapes of the runs on screen; they come when they come, and a shape that cannot be had is simply not there. */
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
