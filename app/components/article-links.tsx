import { useMemo } from 'react';
import { escapeHtml } from '../../markdown/html/escape-html.ts';
import { useWords } from '../current-site.ts';

interface ArticleLinksProps {
  backlinks?: { title: string; path: string }[] | undefined;
  editUrl?: string | undefined;
}

/** Below an article: the pages that link to it, and where its source can be edited. */
export function ArticleLinks({ backlinks = [], editUrl }: ArticleLinksProps) {
  const words = useWords();
  const html = useMemo(() => ({ __html: toHtml(backlinks, words.linkedFrom) }), [backlinks, words]);
  return (
    <div className="article-links">
      {/* Other pages may have linked here since the HTML was sent, so a mismatch is expected; React keeps what the server sent. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: every text is escaped. */}
      <div suppressHydrationWarning dangerouslySetInnerHTML={html} />
      {editUrl !== undefined && (
        <p>
          <a href={editUrl} rel="noopener">
            {words.editPage}
          </a>
        </p>
      )}
    </div>
  );
}

function toHtml(backlinks: { title: string; path: string }[], title: string): string {
  if (backlinks.length === 0) return '';
  const items = backlinks.map(
    ({ title, path }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(title)}</a></li>`,
  );
  const heading = `<h2 class="label" id="backlinks">${escapeHtml(title)}</h2>`;
  return `<nav aria-labelledby="backlinks">${heading}<ul>${items.join('')}</ul></nav>`;
}
