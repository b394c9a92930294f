import type { Article } from '../../markdown/document.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { Prose } from './prose/prose.tsx';
import { TableOfContents } from './table-of-contents.tsx';

/** The text, its table of contents in the margin, and a notice to the owner when the file is broken. */
export function ArticleBody({ article }: { article: Article }) {
  return (
    <div className="axis article-body">
      <TableOfContents entries={article.toc} />
      <div className="min-w-0">
        {article.problem && (
          <div className="mb-l">
            <ProblemNotice problem={article.problem} stale />
          </div>
        )}
        <Prose body={article.body} />
      </div>
    </div>
  );
}
