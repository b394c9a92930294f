import type { RouteDrawing } from '../../../running/drawing/draw-route.ts';

/** The space in pixels that a mark needs around its center. */
const room = 20;

/** The marks that overlap neither each other nor the ends; where two laps share a street, the earlier one stays. */
export function thinMarks({ marks, start, end }: Pick<RouteDrawing, 'marks' | 'start' | 'end'>) {
  const taken = [start, end];
  return marks.filter((mark) => {
    const isFree = taken.every(({ x, y }) => Math.hypot(mark.x - x, mark.y - y) >= room);
    if (isFree) taken.push(mark);
    return isFree;
  });
}
