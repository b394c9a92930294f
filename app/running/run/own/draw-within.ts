import { analyseRun } from '../../../../running/analysis/analyse-run.ts';
import type { RouteDrawing } from '../../../../running/drawing/draw-route.ts';
import { toRouteLine } from '../../../../running/drawing/route-line.ts';
import type { Run } from '../../../../running/run.ts';

/** Pixels; closer points are skipped. */
const closest = 1;

/** The route of a run as the `d` of a path in a drawing of another run. */
export function drawWithin(run: Run, place: RouteDrawing['place']): string {
  const { track } = run;
  const line = toRouteLine(track, analyseRun(run));
  return (line?.pieces ?? [])
    .map(({ point: points }) => {
      const corners: { x: number; y: number }[] = [];
      for (const [index, point] of points.entries()) {
        const corner = place({
          latitude: track.latitude[point] ?? 0,
          longitude: track.longitude[point] ?? 0,
        });
        const last = corners.at(-1);
        const isFar = !last || Math.hypot(last.x - corner.x, last.y - corner.y) >= closest;
        if (isFar || index === points.length - 1) corners.push(corner);
      }
      return corners.length > 1 ? `M${corners.map(({ x, y }) => `${x} ${y}`).join('L')}` : '';
    })
    .join('');
}
