import type { ReactNode } from 'react';

/** What stands in place of a picture while there is nothing to draw. */
export function ChartEmpty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="chart chart-empty" aria-label={title}>
      {children ?? <p>Nothing to draw yet.</p>}
    </figure>
  );
}
