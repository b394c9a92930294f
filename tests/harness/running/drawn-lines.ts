/** For tests: what a track and a drawing show, as positions. */
import { createPlane, type Position } from '../../../running/analysis/geometry.ts';
import type { RouteDrawing } from '../../../running/drawing/draw-route.ts';
import type { Run } from '../../../running/run.ts';
import { somewhere } from './recording.ts';

export function positions({ track }: Run): Position[] {
  return Array.from(track.latitude, (latitude, point) => ({
    latitude,
    longitude: track.longitude[point] ?? 0,
  }));
}

/** Lines that are drawn: between neighbors that no pause separates. */
export function lines(run: Run): [Position, Position][] {
  const all = positions(run);
  const breaks = new Set(run.track.breaks);
  return all.slice(1).flatMap((to, index): [Position, Position][] => {
    const from = all[index];
    return from && !breaks.has(index + 1) ? [[from, to]] : [];
  });
}

/** The corners of a drawn path near `somewhere`. */
export function corners(drawing: RouteDrawing): Position[][] {
  const plane = createPlane(somewhere);
  const origin = drawing.place(somewhere);
  const far = plane.toPosition(1000, 1000);
  const scale = (drawing.place(far).x - origin.x) / 1000;
  return drawing.path
    .split('M')
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.split('L').map((corner) => {
        const [x = 0, y = 0] = corner.split(' ').map(Number);
        return plane.toPosition((x - origin.x) / scale, (origin.y - y) / scale);
      }),
    );
}
