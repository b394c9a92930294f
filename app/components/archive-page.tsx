import type { ArchiveYear, Article } from '../../markdown/document.ts';
import { useSite, useWords } from '../current-site.ts';
import { formatCounted } from '../format/count.ts';
import { formatDate } from '../format/date.ts';
import { PageSection } from './page-section.tsx';
import { Prose } from './prose/prose.tsx';

/** `/archive`: the articles of each month as bars, all of one scale. */
export function ArchivePage({ years, intro }: { years: ArchiveYear[]; intro?: Article }) {
  const words = useWords();
  const most = Math.max(...years.flatMap(({ months }) => months.map(({ count }) => count)));
  return (
    <div className="frame axis">
      <h1 className="title">{intro?.title ?? words.archive}</h1>
      {intro?.description && <p className="standfirst">{intro.description}</p>}
      {intro && intro.body.html !== '' && (
        <div className="mt-l">
          <Prose body={intro.body} />
        </div>
      )}
      {years.map((year) => (
        <Year key={year.year} {...year} most={most} />
      ))}
    </div>
  );
}

function Year({ year, path, count, months, most }: ArchiveYear & { most: number }) {
  const { language } = useSite();
  const words = useWords();
  return (
    <PageSection title={year} titleOnAxis>
      <p>
        <a href={path}>{formatCounted(count, words.article, language)}</a>
      </p>
      <ol className="months">
        {months.map((month, index) => (
          <li key={month.path}>
            <Month {...month} time={Date.UTC(Number(year), index)} most={most} />
          </li>
        ))}
      </ol>
    </PageSection>
  );
}

interface MonthProps {
  path: string;
  count: number;
  time: number;
  most: number;
}

function Month({ path, count, time, most }: MonthProps) {
  const { language } = useSite();
  const words = useWords();
  const name = formatDate(time, language, { month: 'short' });
  const bar = <span className="month-bar" style={{ blockSize: `${(count / most) * 3}rem` }} />;
  if (count === 0) {
    return (
      <span className="month" aria-hidden="true">
        {bar}
        <span className="label">{name}</span>
      </span>
    );
  }
  const full = formatDate(time, language, { month: 'long', year: 'numeric' });
  return (
    <a className="month" href={path}>
      <span className="sr-only">{`${full}: ${formatCounted(count, words.article, language)}`}</span>
      <span className="label" aria-hidden="true">
        {count}
      </span>
      {bar}
      <span className="label" aria-hidden="true">
        {name}
      </span>
    </a>
  );
}
