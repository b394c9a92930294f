import type { CSSProperties } from 'react';
import type { ShownRun } from '../../../running/shown-run.ts';
import { formatDistance, type Unit } from '../../../running/units.ts';
import { toFigures } from './run-figures.ts';
import { RunHead } from './run-head.tsx';
import { RunSkeleton } from './run-states.tsx';

interface RunPreviewProps {
  /** Undefined for a run that strangers do not see, and for one that does not exist. */
  shown: ShownRun | undefined;
  unit: Unit;
}

/** A run until the browser has read it: its figures and the shape of its route where they will be, or a placeholder. */
export function RunPreview({ shown, unit }: RunPreviewProps) {
  return (
    <article className="axis run-view" aria-busy="true">
      {shown ? (
        <>
          <RunHead
            entry={shown}
            isSample={shown.isSample}
            notes={shown.notes}
            figures={toFigures(shown.totals, unit)}
          />
          {shown.outline !== '' && (
            <RouteShape
              outline={shown.outline}
              label={`The route: ${formatDistance(shown.totals.metres, unit)}, north is up`}
            />
          )}
          <span hidden data-coming="" />
        </>
      ) : (
        <>
          <RunSkeleton />
          <noscript>
            <h1 className="title">Run not found</h1>
            <p className="hint">This run is private or has been deleted.</p>
          </noscript>
        </>
      )}
    </article>
  );
}

/** As large as the drawing with which it is replaced: see `heightFor`. */
function RouteShape({ outline, label }: { outline: string; label: string }) {
  const { left, top, width, height } = boxOf(outline);
  return (
    <figure className="across run-route route-shape">
      <div className="route-map" style={{ '--shape': (height / width).toFixed(4) } as CSSProperties}>
        <svg viewBox={`${left} ${top} ${width} ${height}`} role="img" aria-label={label}>
          <path className="route-line" d={outline} />
        </svg>
      </div>
      <figcaption className="label" />
    </figure>
  );
}

function boxOf(outline: string): { left: number; top: number; width: number; height: number } {
  let [left, top, right, bottom] = [100, 100, 0, 0];
  for (const [, x, y] of outline.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)) {
    left = Math.min(left, Number(x));
    right = Math.max(right, Number(x));
    top = Math.min(top, Number(y));
    bottom = Math.max(bottom, Number(y));
  }
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
