import site from '../../site.config.ts';
import { ArticleBody } from '../components/article-body.tsx';
import { ArticleHead } from '../components/article-head.tsx';
import { usePageData } from '../runtime/use-page-data.ts';

/** `/about`: content/about.md. */
export function Component() {
  const { article } = usePageData('about');
  if (!article) {
    return (
      <div className="frame axis">
        <h1 className="title">About</h1>
        <p className="standfirst">{site.description}</p>
      </div>
    );
  }
  return (
    <article className="frame axis">
      <ArticleHead article={article} facts={false} />
      <ArticleBody article={article} />
    </article>
  );
}
