import type { ReactNode } from 'react';
import { ScrollBox } from '../scroll-box.tsx';

/** A drawing that is rendered on the server. It has its own description, scrolls in its own box and uses the theme's colours. */
export function Diagram({ children }: { children?: ReactNode }) {
  return (
    <figure className="diagram">
      <ScrollBox className="diagram-box" label="Diagram">
        {children}
      </ScrollBox>
    </figure>
  );
}
