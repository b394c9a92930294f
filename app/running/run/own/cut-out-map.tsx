import { useMemo } from 'react';
import { drawRoute } from '../../../../running/drawing/draw-route.ts';
import type { Run } from '../../../../running/run.ts';
import type { Unit } from '../../../../running/units.ts';
import type { OpenedRun } from '../../run-source.ts';
import { heightFor } from '../route-size.ts';
import { useElementWidth } from '../use-element-width.ts';
import { drawWithin } from './draw-within.ts';

interface CutOutMapProps {
  opened: Pick<OpenedRun, 'run' | 'analysis'>;
  /** The same run without what the zones hide; undefined when they hide all of it. */
  shown: Run | undefined;
  unit: Unit;
}

/** The whole route in a pale colour, with the public part on top. */
export function CutOutMap({ opened: { run, analysis }, shown, unit }: CutOutMapProps) {
  const [box, width] = useElementWidth<HTMLDivElement>();
  const whole = useMemo(() => {
    if (width === 0) return undefined;
    const height = heightFor(run.track, analysis, width);
    return drawRoute(run.track, analysis, { width, height, padding: 24, unit });
  }, [run, analysis, width, unit]);
  const path = useMemo(() => (whole && shown ? drawWithin(shown, whole.place) : ''), [whole, shown]);
  return (
    <div className="route-map cut-out" ref={box}>
      {whole && (
        <svg
          width={whole.width}
          height={whole.height}
          viewBox={`0 0 ${whole.width} ${whole.height}`}
          role="img"
          aria-label={
            shown ? 'The route; what others do not see is pale' : 'The route, all of it hidden from others'
          }
        >
          <path className="route-hidden" d={whole.path} />
          <path className="route-line" d={path} />
          <g className="route-scale" transform={`translate(14 ${whole.height - 14})`}>
            <path d={`M0 -5V0H${whole.scaleBar.length}V-5`} />
            <text x={whole.scaleBar.length / 2} y={-8}>
              {whole.scaleBar.label}
            </text>
          </g>
        </svg>
      )}
    </div>
  );
}
