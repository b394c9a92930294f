import type { Series } from '../../markdown/document.ts';
import { useSite, useWords } from '../current-site.ts';
import { formatNumber } from '../format/count.ts';

/** All parts of the series that an article belongs to. */
export function SeriesBox({ series: { title, parts } }: { series: Series }) {
  const { language } = useSite();
  const words = useWords();
  const current = parts.findIndex((part) => part.current) + 1;
  return (
    <nav className="series" aria-label={words.series(title)}>
      <p className="label">
        {words.partOf(formatNumber(current, language), formatNumber(parts.length, language))}
      </p>
      <p className="series-title">{title}</p>
      <ol>
        {parts.map((part) => (
          <li key={part.path}>
            <a href={part.path} aria-current={part.current ? 'page' : undefined}>
              {part.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
