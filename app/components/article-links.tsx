interface ArticleLinksProps {
  backlinks?: { title: string; path: string }[] | undefined;
  editUrl?: string | undefined;
}

/** Below an article: the pages that link to it, and where its source can be edited. */
export function ArticleLinks({ backlinks = [], editUrl }: ArticleLinksProps) {
  if (backlinks.length === 0 && editUrl === undefined) return null;
  return (
    <div className="article-links">
      {backlinks.length > 0 && (
        <nav aria-labelledby="backlinks">
          <h2 className="label" id="backlinks">
            Pages that link here
          </h2>
          <ul>
            {backlinks.map(({ title, path }) => (
              <li key={path}>
                <a href={path}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {editUrl !== undefined && (
        <p>
          <a href={editUrl} rel="noopener">
            Edit this page
          </a>
        </p>
      )}
    </div>
  );
}
