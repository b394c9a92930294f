import { type ReactNode, useCallback, useRef, useState } from 'react';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import type { PageDataByRoute } from '../page-data.ts';
import { useUser } from '../session/use-session.ts';
import { RunPreview } from './run/run-preview.tsx';
import { RunsFault, RunsLoading } from './runs-loading.tsx';
import { useRunningQuery } from './state/use-running-query.ts';
import { useModule } from './use-module.ts';

const loadRuns = () => import('./runs-section.tsx');

interface RunningPageProps {
  /** The site has no owner yet: the page shows samples. */
  samples: boolean;
  /** The run of the address; undefined for the list. */
  run: PageDataByRoute['run'] | undefined;
  /** The text below the list, which needs no runs. */
  children: ReactNode;
}

/**
 * Runs first, the text below. The runs are fetched after the page is loaded, in a space as high as the window, so that the text below
 * becomes visible only when its position is final.
 */
export function RunningPage({ samples, run, children }: RunningPageProps) {
  const user = useUser();
  const [query, change] = useRunningQuery();
  const [runs, again] = useModule(loadRuns);
  const [isShort, setShort] = useState(false);
  const article = useRef<HTMLDivElement>(null);
  const [isMovedUp, setMovedUp] = useState(false);
  const onShort = useCallback((short: boolean) => {
    setShort(short);
    // A user who has selected a link in the text keeps it.
    if (!article.current?.contains(document.activeElement)) setMovedUp(short);
  }, []);
  const isReady = user !== undefined && runs !== undefined && runs !== 'failed';
  const waiting = run ? <RunPreview shown={run.shown} unit="km" /> : <RunsLoading />;
  return (
    <>
      <div
        className={run ? 'axis runs' : 'axis runs needs-script'}
        data-short={isShort || undefined}
        id="runs"
      >
        <WidgetBoundary>
          {runs === 'failed' && <RunsFault retry={again} />}
          {!isReady && runs !== 'failed' && waiting}
          {isReady && <runs.RunsSection key={user?.id} {...{ user, samples, run, query, change, onShort }} />}
        </WidgetBoundary>
      </div>
      {/* Remounted where it moves up, so that the move is not visible. */}
      <div className="axis" ref={article} key={isMovedUp ? 'first' : 'below'}>
        {children}
      </div>
    </>
  );
}
