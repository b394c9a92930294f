import { lazy, Suspense } from 'react';
import type { NamesView } from '../../names/view.ts';
import { SkeletonLines } from '../components/skeleton.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { useClickReplay } from '../runtime/use-click-replay.ts';
import { WhenHydrated } from '../when-hydrated.tsx';

/**
 * A close look brings the charts, which whoever only searches does not need: in the browser it is a chunk of its own. The server has it at hand, so that a
 * link to a name shows it at once.
 */
const serverModule = import.meta.env.SSR ? await import('./selected-names.tsx') : undefined;

/** Fetched ahead when somebody points at a name. */
export const loadSelectedNames = () => import('./selected-names.tsx');

const Parts =
  serverModule?.SelectedNames ??
  lazy(() => loadSelectedNames().then(({ SelectedNames: Loaded }) => ({ default: Loaded })));

export function LazySelectedNames({ view }: { view: NamesView }) {
  const { ref, onHydrated: onThere } = useClickReplay();
  if (!view.compared && !view.detail) return null;
  return (
    // The place that links lead to is there before the chunk is.
    <div ref={ref} className="axis" id={view.detail ? 'name' : 'compare'}>
      <WidgetBoundary>
        <Suspense fallback={<SkeletonLines lines={['w-2/5', 'w-4/5', 'w-3/5']} />}>
          <WhenHydrated then={onThere}>
            <Parts view={view} />
          </WhenHydrated>
        </Suspense>
      </WidgetBoundary>
    </div>
  );
}
