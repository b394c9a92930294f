import type { Series } from '../../markdown/document.ts';
import site from '../../site.config.ts';
import { formatNumber } from '../format/count.ts';

/** All parts of the series that an article belongs to. */
export function SeriesBox({ series: { title, parts } }: { series: Series }) {
  const current = parts.findIndex((part) => part.current) + 1;
  return (
    <nav className="series" aria-label={`Series: ${title}`}>
      <p className="label">
        Part {formatNumber(current, site.language)} of {formatNumber(parts.length, site.language)}
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
