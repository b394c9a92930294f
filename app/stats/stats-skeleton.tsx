import { PageSection } from '../components/page-section.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';

const lists = ['Pages', 'Entry pages', 'Referrers', 'Devices'];
const lines = ['w-4/5', 'w-3/5', 'w-1/2', 'w-1/3'];

/** Placeholders of the page while it is loading. */
export function StatsSkeleton() {
  return (
    <>
      <PageSection title="Over time">
        <span className="skeleton h-48!" aria-hidden="true" />
      </PageSection>
      {lists.map((title) => (
        <PageSection key={title} title={title}>
          <SkeletonLines lines={lines} />
        </PageSection>
      ))}
    </>
  );
}
