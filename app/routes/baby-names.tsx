import { ArticleBody } from '../components/article-body.tsx';
import { ArticleHead } from '../components/article-head.tsx';
import { usePageData } from '../runtime/page.ts';

/** `/baby-names`: content/baby-names.md. */
export function Component() {
  const { intro } = usePageData('baby-names');
  return (
    <div className="frame axis">
      {intro ? (
        <>
          <ArticleHead article={intro} facts={false} />
          <ArticleBody article={intro} />
        </>
      ) : (
        <h1 className="title">Baby names</h1>
      )}
    </div>
  );
}
