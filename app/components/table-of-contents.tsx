import type { TocEntry } from '../../markdown/document.ts';
import { useCurrentHeading } from './use-current-heading.ts';

/** A shorter document has no table of contents. */
const minEntries = 2;

/** Beside the text where there is space, else collapsed above it: two elements, of which CSS shows one. */
export function TableOfContents({ entries }: { entries: TocEntry[] }) {
  const current = useCurrentHeading(entries);
  if (entries.length < minEntries) return null;
  const links = <Entries entries={entries} current={current} />;
  return (
    <>
      <nav className="contents-aside margin" aria-label="On this page">
        <p className="label">On this page</p>
        {links}
      </nav>
      <nav className="contents-fold" aria-label="On this page">
        <details>
          <summary>On this page</summary>
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
