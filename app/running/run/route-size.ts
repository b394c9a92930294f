import type { RunAnalysis } from '../../../running/analysis/analyse-run.ts';
import { toRouteLine } from '../../../running/drawing/route-line.ts';
import type { Track } from '../../../running/run.ts';

/** How high the drawing of a route is, so that a way along a river is flat and a tower of a way does not fill two screens. */
export function heightFor(track: Track, analysis: Pick<RunAnalysis, 'jumps'>, width: number): number {
  const box = toRouteLine(track, analysis)?.box;
  if (!box) return 0;
  const shape = (box.top - box.bottom) / Math.max(1, box.right - box.left);
  const least = Math.min(width * 0.5, 220);
  const most = Math.min(width, 480);
  return Math.round(Math.max(least, Math.min(most, width * shape + 64)));
}

export interface Place {
  x: number;
  y: number;
}

/** On a way out and back two moments lie at the same place: the one nearer to `before` is meant, unless another is clearly closer. */
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

/** Pixels between two ways on the same street. */
const sameLane = 6;
