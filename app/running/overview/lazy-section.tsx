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
 * A section far down the page. Its heading is rendered at once, for navigation by headings; its content is computed when it comes near the
 * viewport. Until then it is rendered invisibly from a few runs, so that it has its final height and nothing moves later.
 */
export function LazySection({ title, entries, children }: LazySectionProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(place);
  const placeholders = useMemo(() => placeholderRunsFor(entries), [entries]);
  return (
    <PageSection title={title}>
      <div className="runs-later" ref={place} data-far={!isNear || undefined} inert={!isNear}>
        {children(isNear ? entries : placeholders)}
      </div>
    </PageSection>
  );
}
