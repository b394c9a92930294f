import { ArticleHead } from '../components/article-head.tsx';
import { PaceCalculator } from '../components/pace/pace-calculator.tsx';
import { usePace } from '../components/pace/use-pace.ts';
import { Prose } from '../components/prose/prose.tsx';
import { RunningPage } from '../running/running-page.tsx';
import { usePageData } from '../runtime/use-page-data.ts';

/** `/running`: runs, a pace calculator and the text of content/running.md. */
export function Component() {
  const { intro, samples = false } = usePageData('running');
  const pace = usePace();
  return (
    <div className="frame axis">
      {intro ? <ArticleHead article={intro} facts={false} /> : <h1 className="title">Running</h1>}
      <RunningPage samples={samples}>
        <PaceCalculator pace={pace} />
        {intro && (
          <div className="mt-xl far-below">
            <Prose body={intro.body} />
          </div>
        )}
      </RunningPage>
    </div>
  );
}
