import { memo, type PointerEvent, useMemo } from 'react';
import { drawRoute, type RouteDrawing } from '../../../running/drawing/draw-route.ts';
import type { Unit } from '../../../running/units.ts';
import type { OpenedRun } from '../run-source.ts';
import type { ChartPoints } from './chart-points.ts';
import { placeLabel } from './route-label.ts';
import { thinMarks } from './route-marks.ts';
import { findNearest, heightFor } from './route-size.ts';
import { useElementWidth } from './use-element-width.ts';

interface RouteMapProps {
  opened: Pick<OpenedRun, 'run' | 'analysis' | 'mayJoin'>;
  unit: Unit;
  label: string;
  /** Without points there is no cursor. */
  moments?: ChartPoints | undefined;
  /** The index of the point at the cursor. */
  at?: number | undefined;
  onCursor?: ((x: number | null) => void) | undefined;
}

/** The route of a run as a drawing, without map tiles, so that no other server learns what is viewed. North is up. */
export function RouteMap({ opened, unit, label, moments, at, onCursor }: RouteMapProps) {
  const [box, width] = useElementWidth<HTMLDivElement>();
  const { run, analysis, mayJoin } = opened;
  const drawing = useMemo(() => {
    if (width === 0) return undefined;
    const size = { width, height: heightFor(run.track, analysis, width), padding: 30, unit };
    return drawRoute(run.track, analysis, mayJoin ? { ...size, mayJoin } : size);
  }, [run, analysis, mayJoin, width, unit]);
  const places = useMemo(
    () => moments?.position.map((position) => (position && drawing ? drawing.place(position) : null)) ?? [],
    [moments, drawing],
  );

  function follow(event: PointerEvent) {
    const frame = event.currentTarget.getBoundingClientRect();
    const nearest = findNearest(places, { x: event.clientX - frame.left, y: event.clientY - frame.top }, at);
    const x = nearest === undefined ? undefined : moments?.x[nearest];
    if (x !== undefined) onCursor?.(x);
  }

  const here = at === undefined ? null : places[at];
  return (
    <div className="route-map" data-pointed={onCursor && true} ref={box}>
      {drawing && (
        <svg
          width={drawing.width}
          height={drawing.height}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          role="img"
          aria-label={label}
          {...(onCursor && {
            onPointerMove: follow,
            onPointerDown: follow,
            // A touch ends with a leave event, and that is when the user reads the values.
            onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && onCursor(null),
          })}
        >
          <DrawnRoute drawing={drawing} />
          {here && <circle className="route-cursor" cx={here.x} cy={here.y} r={7} />}
        </svg>
      )}
    </div>
  );
}

/** Memoized, because the cursor moves with every pixel of the pointer and the drawing does not change. */
const DrawnRoute = memo(({ drawing }: { drawing: RouteDrawing }) => {
  const { path, start, end, height, scaleBar } = drawing;
  const isLoop = Math.hypot(start.x - end.x, start.y - end.y) < 26;
  return (
    <>
      <path className="route-casing" d={path} />
      <path className="route-line" d={path} />
      {thinMarks(drawing).map(({ x, y, label }) => (
        <g key={label} className="route-mark" transform={`translate(${x} ${y})`}>
          <circle r={8} />
          <text dy="0.35em">{label}</text>
        </g>
      ))}
      {!isLoop && <End place={end} name="End" drawing={drawing} />}
      <End place={start} name={isLoop ? 'Start and end' : 'Start'} drawing={drawing} />
      <g className="route-scale" transform={`translate(14 ${height - 14})`}>
        <path d={`M0 -5V0H${scaleBar.length}V-5`} />
        <text x={scaleBar.length / 2} y={-8}>
          {scaleBar.label}
        </text>
      </g>
    </>
  );
});

interface EndProps {
  place: { x: number; y: number };
  name: 'Start' | 'End' | 'Start and end';
  drawing: RouteDrawing;
}

function End({ place, name, drawing }: EndProps) {
  const label = placeLabel(drawing, place, name);
  return (
    <g
      className={name === 'End' ? 'route-end' : 'route-end route-start'}
      transform={`translate(${place.x} ${place.y})`}
    >
      <circle r={6} />
      <text x={label.x} y={label.y} textAnchor={label.anchor}>
        {name}
      </text>
    </g>
  );
}
