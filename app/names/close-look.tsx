import { lazy, Suspense, useState } from 'react';
import type { NamesView } from '../../names/view.ts';
import { SkeletonLines } from '../components/skeleton.tsx';
import { WidgetBoundary } from '../components/widget-boundary.tsx';

/**
 * A close look brings the charts, which whoever only searches does not need: in the browser it is a chunk of its own. The server has it at hand, so that a
 * link to a name shows it at once.
 */
let atHand = import.meta.env.SSR ? await import('./close-look-parts.tsx') : undefined;

/** Fetched ahead when somebody points at a name. */
export const loadCloseLook = () => import('./close-look-parts.tsx');

/** Whoever comes with a link to a name gets it with the page. When it cannot be had, its own place says so. */
export async function prepareCloseLook(): Promise<void> {
  if (import.meta.env.SSR || !/[?&](name|compare)=/.test(location.search)) return;
  atHand = await loadCloseLook().catch(() => undefined);
}

const LaterParts = lazy(() => loadCloseLook().then(({ CloseLook: Loaded }) => ({ default: Loaded })));

export function CloseLook({ view }: { view: NamesView }) {
  const [Parts] = useState(() => atHand?.CloseLook ?? LaterParts);
  if (!view.compared && !view.detail) return null;
  return (
    // The place that links lead to is there before the chunk is.
    <div className="axis" id={view.detail ? 'name' : 'compare'}>
      <WidgetBoundary>
        <Suspense fallback={<SkeletonLines lines={['w-2/5', 'w-4/5', 'w-3/5']} />}>
          <Parts view={view} />
        </Suspense>
      </WidgetBoundary>
    </div>
  );
}
