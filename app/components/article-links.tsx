import { useMemo } from 'react';
import { escapeHtml } from '../../markdown/html/escape-html.ts';
import { useSite, useWords } from '../current-site.ts';
import { formatDay } from '../format/day.ts';
import type { PageDataByRoute } from '../page-data.ts';

type ArticleData = Extract<PageDataByRoute['article'], { kind: 'article' }>;
type ArticleLinksProps = { [Name in 'related' | 'backlinks' | 'editUrl']: ArticleData[Name] | undefined };

/** Below an article: the pages to read next, the pages that link to it, and where its source can be edited. */
export function ArticleLinks({ related, backlinks, editUrl }: ArticleLinksProps) {
  const { language } = useSite();
  const words = useWords();
  const html = useMemo(
    () => ({
      __html: toHtml(words.related, related, language) + toHtml(words.linkedFrom, backlinks, language),
    }),
    [related, backlinks, words, language],
  );
  return (
    <div className="article-links">
      {/* Other pages may have changed since the HTML was sent, so a mismatch is expected; React keeps what the server sent. */}
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

/** The heading has no id: one of the article's own headings may have the same. */
function toHtml(heading: string, pages: ArticleData['related'] = [], language: string): string {
  if (pages.length === 0) return '';
  const items = pages.map(({ title, path, description, date }) => {
    const note = description ?? (date === undefined ? '' : formatDay(date, language));
    const link = `<a href="${escapeHtml(path)}">${escapeHtml(title)}</a>`;
    return `<li>${link}${note === '' ? '' : `<p>${escapeHtml(note)}</p>`}</li>`;
  });
  const name = escapeHtml(heading);
  return `<nav aria-label="${name}"><h2 class="label">${name}</h2><ul>${items.join('')}</ul></nav>`;
}
