import type { PageSummary } from '../../markdown/document.ts';
import { Day } from './day.tsx';

/** A list of pages with the day in the margin. `level` sets the heading level of the entries. */
export function EntryList({ pages, level }: { pages: PageSummary[]; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <ol className="-mt-m">
      {pages.map(({ path, title, description, date }) => (
        <li key={path} className="entry">
          {date && (
            <span className="label">
              <Day day={date} short />
            </span>
          )}
          <Heading className="entry-title">
            <a href={path}>{title}</a>
          </Heading>
          {description && <p>{description}</p>}
        </li>
      ))}
    </ol>
  );
}
