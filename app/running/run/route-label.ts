import type { RouteDrawing } from '../../../running/drawing/draw-route.ts';
import type { Place } from './route-size.ts';

export interface Label {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

/** Pixels, roughly: the width of a letter, the height of a line, and the distance of a label from its dot. */
const letter = 6.6;
const line = 14;
const gap = 12;

/** The position at which a label covers the least of the route and stays inside the frame: beside the dot, above or below. Relative to the dot. */
export function placeLabel(
  drawing: Pick<RouteDrawing, 'path' | 'width' | 'height'>,
  dot: Place,
  text: string,
): Label {
  const wide = text.length * letter;
  const sides: (Label & { left: number; top: number })[] = [
    { x: gap, y: 4, anchor: 'start', left: gap, top: -line / 2 },
    { x: -gap, y: 4, anchor: 'end', left: -gap - wide, top: -line / 2 },
    { x: 0, y: -gap, anchor: 'middle', left: -wide / 2, top: -gap - line },
    { x: 0, y: gap + 10, anchor: 'middle', left: -wide / 2, top: gap - 2 },
  ];
  const along = samplePath(drawing.path);
  const costs = sides.map(({ left, top }) => {
    const box = {
      left: dot.x + left,
      top: dot.y + top,
      right: dot.x + left + wide,
      bottom: dot.y + top + line,
    };
    const isOut = box.left < 0 || box.top < 0 || box.right > drawing.width || box.bottom > drawing.height;
    const covered = along.filter(
      ({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom,
    ).length;
    return covered + (isOut ? along.length + 1 : 0);
  });
  const best = sides[costs.indexOf(Math.min(...costs))] ?? sides[0];
  return { x: best?.x ?? gap, y: best?.y ?? 0, anchor: best?.anchor ?? 'start' };
}

const step = 5;

/** Points along a path, a few pixels apart. */
function samplePath(path: string): Place[] {
  return path
    .split('M')
    .filter((piece) => piece !== '')
    .flatMap((piece) => {
      const corners = piece.split('L').map((corner) => {
        const [x = 0, y = 0] = corner.split(' ').map(Number);
        return { x, y };
      });
      return corners.flatMap((to, index) => {
        const from = corners[index - 1] ?? to;
        const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step));
        return Array.from({ length: count }, (_, at) => ({
          x: from.x + ((to.x - from.x) * (at + 1)) / count,
          y: from.y + ((to.y - from.y) * (at + 1)) / count,
        }));
      });
    });
}
