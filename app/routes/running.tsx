import { useLoaderData } from 'react-router';
import { ArticleHead } from '../components/article-head.tsx';
import { Breadcrumbs } from '../components/breadcrumbs.tsx';
import { Prose } from '../components/prose/prose.tsx';
import type { Page } from '../page-data.ts';
import { useListHref } from '../running/run/use-list-href.ts';
import { RunningPage } from '../running/running-page.tsx';

/**
 * `/running`: the runs and the text of content/running.md; and `/running/<id>`: one of them. One component for both: the list stays mounted
 * while a run is open, so that going back is quick.
 */
export function Component() {
  const page = useLoaderData<Page<'running'> | Page<'run'>>();
  const list = useListHref();
  const { samples = false } = page.data;
  const isRun = page.route === 'run';
  return (
    <div className="frame axis">
      {isRun ? <Breadcrumbs trail={[{ title: 'Running', path: list }]} /> : <Top {...page.data} />}
      <RunningPage
        samples={samples}
        run={isRun ? page.data : undefined}
        shown={isRun ? undefined : page.data.shown}
      >
        {!isRun && page.data.intro && (
          <div className="mt-xl far-below">
            <Prose body={page.data.intro.body} />
          </div>
        )}
      </RunningPage>
    </div>
  );
}

type ListData = Page<'running'>['data'];

function Top({ intro }: ListData) {
  return (
    <>
      {intro ? <ArticleHead article={intro} facts={false} /> : <h1 className="title">Running</h1>}
      <p className="runs-tool">
        <a href="/running/pace">Pace calculator</a>
      </p>
    </>
  );
}
