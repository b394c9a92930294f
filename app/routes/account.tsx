import { PageSection } from '../components/page-section.tsx';
import { SkeletonLines } from '../components/skeleton.tsx';

const parts = [
  { title: 'Profile', lines: ['w-2/5', 'w-3/5'] },
  { title: 'E-mail and password', lines: ['w-3/5', 'w-1/3'] },
  { title: 'Second factor', lines: ['w-1/2'] },
  { title: 'Linked accounts', lines: ['w-2/5', 'w-2/5'] },
  { title: 'Sessions', lines: ['w-4/5', 'w-3/5'] },
  { title: 'Your data', lines: ['w-1/2'] },
];

/** `/account`: guarded. */
export function Component() {
  return (
    <div className="frame axis" aria-busy="true">
      <h1 className="title">Account</h1>
      {parts.map(({ title, lines }) => (
        <PageSection key={title} title={title}>
          <SkeletonLines lines={lines} />
        </PageSection>
      ))}
    </div>
  );
}
