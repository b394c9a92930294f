import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ShownRuns } from '../../running/shown-run.ts';
import type { Unit } from '../../running/units.ts';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import type { PageDataByRoute } from '../page-data.ts';
import { readUnit, showUnit, useShownUnit } from '../runtime/unit-choice.ts';
import { useUser } from '../session/use-session.ts';
import { StrangersRuns } from './overview/strangers-runs.tsx';
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
  /** The list as strangers see it, if they see any. */
  shown: ShownRuns | undefined;
  /** The text below the list, which needs no runs. */
  children: ReactNode;
}

/**
 * Runs first, the text below. The runs are fetched after the page is loaded, in a space as high as the window, so that the text below
 * becomes visible only when its position is final.
 */
export function RunningPage({ samples, run, shown, children }: RunningPageProps) {
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
  // The server and the first rendering of the browser have kilometers.
  const unit = useShownUnit()?.unit ?? 'km';
  useEffect(() => showUnit(query.unit ?? readUnit()), [query.unit]);
  const hasHtml = run !== undefined || shown !== undefined;
  return (
    <>
      <div
        className={hasHtml ? 'axis runs' : 'axis runs needs-script'}
        data-short={isShort || undefined}
        id="runs"
      >
        <WidgetBoundary>
          {runs === 'failed' && <RunsFault retry={again} />}
          {!isReady && runs !== 'failed' && <Waiting {...{ run, shown, unit }} />}
          {isReady && (
            <runs.RunsSection key={user?.id} {...{ user, samples, run, shown, query, change, onShort }} />
          )}
        </WidgetBoundary>
      </div>
      {/* Remounted where it moves up, so that the move is not visible. */}
      <div className="axis" ref={article} key={isMovedUp ? 'first' : 'below'}>
        {children}
      </div>
    </>
  );
}

interface WaitingProps extends Pick<RunningPageProps, 'run' | 'shown'> {
  unit: Unit;
}

/** What is in the HTML, which is the same for all: a mark of the boot script decides which of the two lists is visible. */
function Waiting({ run, shown, unit }: WaitingProps) {
  if (run) return <RunPreview shown={run.shown} unit={unit} />;
  if (!shown) return <RunsLoading />;
  return (
    <>
      <div className="axis when-signed-out">
        <StrangersRuns shown={shown} unit={unit} />
      </div>
      <div className="axis when-signed-in">
        <RunsLoading />
      </div>
    </>
  );
}
