import type { PageSummary } from '../../markdown/document.ts';
import { useWords } from '../current-site.ts';
import { Day } from './day.tsx';
import { TagLinks } from './tag-links.tsx';

/** A list of pages with the day in the margin. `level` sets the heading level of the entries. */
export function EntryList({ pages, level }: { pages: PageSummary[]; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <ol className="-mt-m">
      {pages.map(({ path, title, description, date, tags }) => (
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
          <TagLinks tags={tags} />
        </li>
      ))}
    </ol>
  );
}

/** The same by year, newest first; pages without a date come last. A list without any date has no years. */
export function EntriesByYear({ pages }: { pages: PageSummary[] }) {
  const words = useWords();
  const years = Map.groupBy(pages, ({ date }) => date?.slice(0, 4) ?? '');
  if (years.size === 1 && years.has('')) return <EntryList pages={pages} level={2} />;
  return [...years].map(([year, entries]) => (
    <section key={year} className="year" aria-label={year || words.withoutDate}>
      <h2 className="section-title">{year || words.withoutDate}</h2>
      <EntryList pages={entries} level={3} />
    </section>
  ));
}
