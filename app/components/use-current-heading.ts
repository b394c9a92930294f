import { useEffect, useState } from 'react';
import type { TocEntry } from '../../markdown/document.ts';

/** The heading of the section on screen: the last one that has passed the upper quarter of the window. */
export function useCurrentHeading(entries: TocEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    const headings = entries
      .map(({ id }) => document.getElementById(id))
      .filter((heading) => heading !== null);
    const passed = new Set<string>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting, boundingClientRect, rootBounds } of changes) {
          const above = boundingClientRect.top < (rootBounds?.bottom ?? 0);
          if (isIntersecting || above) passed.add(target.id);
          else passed.delete(target.id);
        }
        setCurrent(headings.findLast(({ id }) => passed.has(id))?.id);
      },
      { rootMargin: '0px 0px -75% 0px' },
    );
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [entries]);

  return current;
}
