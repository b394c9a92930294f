interface PageLinksProps {
  label: string;
  page: number;
  pageCount: number;
  addressOf: (page: number) => string;
}

/** Links to the pages of a long list beside this one. Each has an address, so it works without a script and can be bookmarked. */
export function PageLinks({ label, page, pageCount, addressOf }: PageLinksProps) {
  if (pageCount < 2) return null;
  return (
    <nav className="pages" aria-label={label}>
      {page > 1 ? (
        <a href={addressOf(page - 1)} rel="prev">
          ← Page {page - 1}
        </a>
      ) : (
        <span />
      )}
      <span className="label">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <a href={addressOf(page + 1)} rel="next">
          Page {page + 1} →
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
