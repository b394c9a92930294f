import { type ReactNode, useRef } from 'react';
import { PageSection } from '../../components/page-section.tsx';
import { useNear } from './use-near.ts';

/** A part far down the page. Its name is there at once, for those who go from heading to heading; the rest when somebody comes near. */
export function NearSection({ title, children }: { title: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return (
    <PageSection title={title}>
      <div className="runs-later" ref={place}>
        {isNear && children}
      </div>
    </PageSection>
  );
}
