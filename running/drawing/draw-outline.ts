import type { RunAnalysis } from '../analysis/analyse-run.ts';
import type { Track } from '../run.ts';
import { type DrawingOptions, drawRoute } from './draw-route.ts';

/** Side of the square that outlines are drawn in. */
export const outlineSize = 100;

/** The shape of a run in a square of 100 by 100, a few hundred bytes: for lists and for the poster. '' without positions. */
export function drawOutline(
  track: Track,
  analysis: RunAnalysis,
  mayJoin?: DrawingOptions['mayJoin'],
): string {
  const size = { width: outlineSize, height: outlineSize, padding: 4, unit: 'km' } as const;
  return (
    drawRoute(track, { ...analysis, distance: undefined }, mayJoin ? { ...size, mayJoin } : size)?.path ?? ''
  );
}

/** Whether a stored text is an outline as drawOutline writes it, and no markup or script. */
export function isOutline(text: string): boolean {
  return text.length <= 100_000 && /^(M-?[\d.]+ -?[\d.]+(L-?[\d.]+ -?[\d.]+)*)+$/.test(text);
}
