import type { RunAnalysis } from '../../../running/analysis/analyse-run.ts';
import { toRouteLine } from '../../../running/drawing/route-line.ts';
import type { Track } from '../../../running/run.ts';

/** The height of a route's drawing: flat for a wide route, and limited for a tall one. */
export function heightFor(track: Track, analysis: Pick<RunAnalysis, 'jumps'>, width: number): number {
  const box = toRouteLine(track, analysis)?.box;
  if (!box) return 0;
  const shape = (box.top - box.bottom) / Math.max(1, box.right - box.left);
  const minHeight = Math.min(width * 0.5, 220);
  const maxHeight = Math.min(width, 480);
  return Math.round(Math.max(minHeight, Math.min(maxHeight, width * shape + 64)));
}

export interface Place {
  x: number;
  y: number;
}

/** On an out-and-back route two points have the same position: the one nearer to `before` is chosen, unless another is clearly closer. */
export function findNearest(
  places: readonly (Place | null)[],
  { x, y }: Place,
  before: number | undefined,
): number | undefined {
  const away = (place: Place | null | undefined) =>
    place ? Math.hypot(place.x - x, place.y - y) : Number.POSITIVE_INFINITY;
  let best: number | undefined;
  for (let index = 0; index < places.length; index += 1) {
    if (places[index] && (best === undefined || away(places[index]) < away(places[best]))) best = index;
  }
  if (best === undefined || before === undefined) return best;
  const closest = away(places[best]);
  return places.reduce<number>((chosen, place, index) => {
    const isAsGood = away(place) <= closest + sameLane;
    return isAsGood && Math.abs(index - before) < Math.abs(chosen - before) ? index : chosen;
  }, best);
}

/** Pixels between two passes of the same street. */
const sameLane = 6;
