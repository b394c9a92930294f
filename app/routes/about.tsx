import { ArticleBody } from '../components/article-body.tsx';
import { ArticleHead } from '../components/article-head.tsx';
import { UntranslatedNotice } from '../components/untranslated-notice.tsx';
import { useSite, useWords } from '../current-site.ts';
import { usePageData } from '../runtime/use-page-data.ts';

/** `/about`: content/about.md. */
export function Component() {
  const { article, untranslated } = usePageData('about');
  const site = useSite();
  const words = useWords();
  if (!article) {
    return (
      <div className="frame axis">
        <h1 className="title">{words.about}</h1>
        <p className="standfirst">{site.description}</p>
      </div>
    );
  }
  return (
    <article className="frame axis">
      {untranslated && <UntranslatedNotice {...untranslated} />}
      <div className="axis" lang={untranslated?.language}>
        <ArticleHead article={article} facts={false} />
        <ArticleBody article={article} />
      </div>
    </article>
  );
}
