import { type ReactNode, useCallback, useRef, useState } from 'react';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { useUser } from '../session/use-session.ts';
import { RunsFault, RunsLoading } from './runs-loading.tsx';
import { useRunningQuery } from './state/use-running-query.ts';
import { useModule } from './use-module.ts';

const loadRuns = () => import('./runs-section.tsx');

interface RunningPageProps {
  /** Nobody owns the site yet: samples show what the page is like. */
  samples: boolean;
  /** The words and the calculator, which need no runs. */
  children: ReactNode;
}

/**
 * Runs first, words below. Everything about runs is fetched once the page is there, in a space as high as the window, so that what is
 * below it comes into sight only when its place is known.
 */
export function RunningPage({ samples, children }: RunningPageProps) {
  const user = useUser();
  const [query, change] = useRunningQuery();
  const [runs, again] = useModule(loadRuns);
  const [isShort, setShort] = useState(false);
  const words = useRef<HTMLDivElement>(null);
  const [isMovedUp, setMovedUp] = useState(false);
  const onShort = useCallback((short: boolean) => {
    setShort(short);
    // A reader who is typing in it goes on in the same field.
    if (!words.current?.contains(document.activeElement)) setMovedUp(short);
  }, []);
  const isReady = user !== undefined && runs !== undefined && runs !== 'failed';
  return (
    <>
      <div className="axis runs needs-script" data-short={isShort || undefined} id="runs">
        <WidgetBoundary>
          {runs === 'failed' && <RunsFault again={again} />}
          {!isReady && runs !== 'failed' && <RunsLoading />}
          {isReady && <runs.RunsSection key={user?.id} {...{ user, samples, query, change, onShort }} />}
        </WidgetBoundary>
      </div>
      {/* Drawn anew where it moves up, so that nobody sees it jump. */}
      <div className="axis" ref={words} key={isMovedUp ? 'first' : 'below'} hidden={query.run !== undefined}>
        {children}
      </div>
    </>
  );
}
