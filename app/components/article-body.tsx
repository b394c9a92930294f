import type { Article } from '../../markdown/document.ts';
import { Prose } from './prose/prose.tsx';
import { TableOfContents } from './table-of-contents.tsx';

/** The text and its table of contents in the margin. */
export function ArticleBody({ article }: { article: Article }) {
  return (
    <div className="axis article-body">
      <TableOfContents entries={article.toc} />
      <div className="min-w-0">
        <Prose body={article.body} />
      </div>
    </div>
  );
}
