import type { ReactNode } from 'react';

/** Shown instead of the plot while there is no data. */
export function ChartEmpty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="chart chart-empty" aria-label={title}>
      {children ?? <p>Nothing to draw yet.</p>}
    </figure>
  );
}
