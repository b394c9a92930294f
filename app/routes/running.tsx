import { ArticleHead } from '../components/article-head.tsx';
import { PaceCalculator } from '../components/pace/pace-calculator.tsx';
import { ProblemNotice } from '../components/problem-notice.tsx';
import { Prose } from '../components/prose/prose.tsx';
import { usePageData } from '../runtime/page.ts';

/** `/running`: the words of content/running.md around a pace calculator. */
export function Component() {
  const { intro } = usePageData('running');
  return (
    <div className="frame axis">
      {intro ? <ArticleHead article={intro} facts={false} /> : <h1 className="title">Running</h1>}
      <PaceCalculator />
      {intro && (
        <div className="mt-xl">
          {intro.problem && <ProblemNotice problem={intro.problem} stale />}
          <Prose nodes={intro.body} />
        </div>
      )}
    </div>
  );
}
