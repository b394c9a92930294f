import { useEffect, useState } from 'react';
import type { TocEntry } from '../../markdown/document.ts';
import { useWords } from '../current-site.ts';

/** A shorter document has no table of contents. */
const minEntries = 2;

/** Beside the text where there is space, else collapsed above it: two elements, of which CSS shows one. */
export function TableOfContents({ entries }: { entries: TocEntry[] }) {
  const words = useWords();
  const current = useCurrentHeading(entries);
  if (entries.length < minEntries) return null;
  const links = <Entries entries={entries} current={current} />;
  return (
    <>
      <nav className="contents-aside margin" aria-label={words.onThisPage}>
        <p className="label">{words.onThisPage}</p>
        {links}
      </nav>
      <nav className="article-fold contents-fold" aria-label={words.onThisPage}>
        <details>
          <summary>{words.onThisPage}</summary>
          {links}
        </details>
      </nav>
    </>
  );
}

function Entries({ entries, current }: { entries: TocEntry[]; current: string | undefined }) {
  return (
    <ol className="contents">
      {entries.map(({ id, text, depth }) => (
        <li key={id} className={depth > 2 ? 'deep' : undefined}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The heading of the section on screen: the last one that has passed the upper quarter of the window. */
function useCurrentHeading(entries: TocEntry[]): string | undefined {
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
