import { useLoaderData } from 'react-router';
import { ArticleHead } from '../components/article-head.tsx';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { PaceCalculator } from '../components/pace/pace-calculator.tsx';
import { Prose } from '../components/prose/prose.tsx';
import type { Page } from '../page-data.ts';

const trail = [{ title: 'Running', path: '/running' }];

/** `/running/pace`: the calculator, and the text of content/running/pace.md if there is one. */
export function Component() {
  const {
    head: { title, description },
    data: { intro },
  } = useLoaderData<Page<'pace'>>();
  return (
    <div className="frame axis">
      {intro ? (
        <ArticleHead article={intro} trail={trail} facts={false} />
      ) : (
        <header className="axis article-head">
          <Breadcrumbs trail={trail} />
          <h1 className="title">{title}</h1>
          <p className="standfirst">{description}</p>
        </header>
      )}
      <PaceCalculator />
      {intro && (
        <div className="mt-xl">
          <Prose body={intro.body} />
        </div>
      )}
    </div>
  );
}
