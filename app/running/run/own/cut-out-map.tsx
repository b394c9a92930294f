import { useMemo } from 'react';
import { drawRoute, type RouteDrawing } from '../../../../running/drawing/draw-route.ts';
import { type PrivacyZone, toHiddenCircle } from '../../../../running/privacy/zone.ts';
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
  zones: readonly PrivacyZone[];
  unit: Unit;
}

/** The whole route in a pale color, with the public part on top, and the zones: a ring for each, and dashed the circle that is cut. */
export function CutOutMap({ opened: { run, analysis }, shown, zones, unit }: CutOutMapProps) {
  const [box, width] = useElementWidth<HTMLDivElement>();
  const whole = useMemo(() => {
    if (width === 0) return undefined;
    const height = heightFor(run.track, analysis, width);
    return drawRoute(run.track, analysis, { width, height, padding: 24, unit });
  }, [run, analysis, width, unit]);
  const path = useMemo(() => (whole && shown ? drawWithin(shown, whole.place) : ''), [whole, shown]);
  const rings = useMemo(() => (whole ? drawRings(zones, run.start, whole) : []), [whole, zones, run]);
  return (
    <div className="route-map cut-out" ref={box}>
      {whole && (
        <svg
          width={whole.width}
          height={whole.height}
          viewBox={`0 0 ${whole.width} ${whole.height}`}
          role="img"
          aria-label={
            shown
              ? 'The route; the pale part is hidden from others'
              : 'The route, all of it hidden from others'
          }
        >
          {rings.map(({ zone, cut, key }) => (
            <g key={key} className="route-zone">
              <circle {...zone} />
              <circle {...cut} />
            </g>
          ))}
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

function drawRings(zones: readonly PrivacyZone[], runStart: number, { place, scale }: RouteDrawing) {
  const ring = (circle: Pick<PrivacyZone, 'latitude' | 'longitude' | 'radius'>) => {
    const { x, y } = place(circle);
    return { cx: x, cy: y, r: circle.radius * scale };
  };
  return zones.map((zone) => ({
    key: zone.secret,
    zone: ring(zone),
    cut: ring(toHiddenCircle(zone, runStart)),
  }));
}
