import type { Article, LocalNavigation } from '../../markdown/document.ts';
import { FolderFold } from './local-navigation.tsx';
import { Prose } from './prose/prose.tsx';
import { TableOfContents } from './table-of-contents.tsx';

interface ArticleBodyProps {
  article: Article;
  /** The pages of its folder, for an article that is in one. */
  navigation?: LocalNavigation | undefined;
}

/** The text and its table of contents in the margin. */
export function ArticleBody({ article, navigation }: ArticleBodyProps) {
  return (
    <div className="axis article-body">
      <TableOfContents entries={article.toc} />
      {navigation && <FolderFold navigation={navigation} />}
      <div className="min-w-0" dir={article.dir}>
        <Prose body={article.body} />
      </div>
    </div>
  );
}
