import { lazy, Suspense } from 'react';
import type { NamesView } from '../../names/view.ts';
import { SkeletonLines } from '../components/skeleton.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';
import { useClickReplay } from '../runtime/use-click-replay.ts';
import { WhenHydrated } from '../when-hydrated.tsx';

/**
 * The details of a name need the charts, which a search does not: in the browser they are a chunk of their own. The server imports it at
 * once, so that a link to a name is rendered with its details.
 */
const serverModule = import.meta.env.SSR ? await import('./selected-names.tsx') : undefined;

/** Preloaded when the pointer is over a name. */
export const loadSelectedNames = () => import('./selected-names.tsx');

const Content =
  serverModule?.SelectedNames ??
  lazy(() => loadSelectedNames().then(({ SelectedNames: Loaded }) => ({ default: Loaded })));

export function LazySelectedNames({ view }: { view: NamesView }) {
  const { ref, onHydrated } = useClickReplay();
  if (!view.compared && !view.detail) return null;
  return (
    // The link target exists before the chunk is loaded.
    <div ref={ref} className="axis" id={view.detail ? 'name' : 'compare'}>
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
