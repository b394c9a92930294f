import type { ReactNode } from 'react';
import { ScrollBox } from '../scroll-box.tsx';

/** A drawing made on the server. It says itself what it shows, scrolls in its own box and takes the theme's colours. */
export function Diagram({ children }: { children?: ReactNode }) {
  return (
    <figure className="diagram">
      <ScrollBox className="diagram-box" label="Diagram">
        {children}
      </ScrollBox>
    </figure>
  );
}
