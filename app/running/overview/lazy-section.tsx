import { type ReactNode, useMemo, useRef } from 'react';
import { PageSection } from '../../components/page-section.tsx';
import type { RunEntry } from '../run-source.ts';
import { placeholderRunsFor } from './placeholder-runs.ts';
import { useNearViewport } from './use-near-viewport.ts';

interface LazySectionProps {
  title: string;
  entries: readonly RunEntry[];
  children(entries: readonly RunEntry[]): ReactNode;
}

/**
 * A part far down the page. Its name is there at once, for those who go from heading to heading; the rest is worked out when somebody comes
 * near. Until then it is drawn from a few runs and not shown, so that its place has the right height and nothing moves afterwards.
 */
export function LazySection({ title, entries, children }: LazySectionProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(place);
  const few = useMemo(() => placeholderRunsFor(entries), [entries]);
  return (
    <PageSection title={title}>
      <div className="runs-later" ref={place} data-far={!isNear || undefined} inert={!isNear}>
        {children(isNear ? entries : few)}
      </div>
    </PageSection>
  );
}
