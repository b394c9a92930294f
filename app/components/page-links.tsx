import type { PageList } from '../../markdown/document.ts';

/** Links to newer and older pages of a long list. Each page has an address, so it works without a script and can be bookmarked. */
export function PageLinks({ path, page, pageCount }: Pick<PageList, 'path' | 'page' | 'pageCount'>) {
  if (pageCount < 2) return null;
  return (
    <nav className="pages" aria-label="Pages of this list">
      {page > 1 ? (
        <a href={addressOf(path, page - 1)} rel="prev">
          ← Page {page - 1}
        </a>
      ) : (
        <span />
      )}
      <span className="label">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <a href={addressOf(path, page + 1)} rel="next">
          Page {page + 1} →
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}

function addressOf(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`;
}
