import { lazy, Suspense } from 'react';
import type { NamesView } from '../../names/view.ts';
import { SkeletonLines } from '../components/skeleton.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { useClickReplay } from '../runtime/use-click-replay.ts';
import { WhenHydrated } from '../when-hydrated.tsx';

/**
 * A comparison needs the charts, which a search does not: in the browser it is a chunk of its own. The server imports it at once, so that a
 * link to a comparison is rendered with it.
 */
const serverModule = import.meta.env.SSR ? await import('./name-comparison.tsx') : undefined;

const Content =
  serverModule?.NameComparison ??
  lazy(() => import('./name-comparison.tsx').then(({ NameComparison }) => ({ default: NameComparison })));

export function LazyComparison({ view }: { view: NamesView }) {
  const { ref, onHydrated } = useClickReplay();
  return (
    // The link target exists before the chunk is loaded.
    <div ref={ref} className="axis" id="compare">
      <WidgetBoundary>
        <Suspense fallback={<SkeletonLines lines={['w-2/5', 'w-4/5', 'w-3/5']} />}>
          <WhenHydrated then={onHydrated}>
            <Content view={view} />
          </WhenHydrated>
        </Suspense>
      </WidgetBoundary>
    </div>
  );
}
