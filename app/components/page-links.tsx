import { useSite, useWords } from '../current-site.ts';
import { formatNumber } from '../format/count.ts';

interface PageLinksProps {
  /** From 1. */
  page: number;
  pageCount: number;
  addressOf(page: number): string;
  /** The name of these links. */
  label: string;
}

/** Links to the parts of a long list before and after this one. Each has an address, so it works without a script and can be bookmarked. */
export function PageLinks({ page, pageCount, addressOf, label }: PageLinksProps) {
  const { language } = useSite();
  const words = useWords();
  if (pageCount < 2) return null;
  const nameOf = (other: number) => words.pageNumber(formatNumber(other, language));
  return (
    <nav className="pages" aria-label={label}>
      {page > 1 ? (
        <a href={addressOf(page - 1)} rel="prev">
          {`← ${nameOf(page - 1)}`}
        </a>
      ) : (
        <span />
      )}
      <span className="label">
        {words.pageOf(formatNumber(page, language), formatNumber(pageCount, language))}
      </span>
      {page < pageCount ? (
        <a href={addressOf(page + 1)} rel="next">
          {`${nameOf(page + 1)} →`}
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
