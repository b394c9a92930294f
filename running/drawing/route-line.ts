import type { RunAnalysis } from '../analysis/analyse-run.ts';
import { unusable } from '../analysis/find-jumps.ts';
import { createPlane, type Plane } from '../analysis/geometry.ts';
import type { Track } from '../run.ts';

/** A run on a flat map: pieces of points that are joined, in meters to the east and north of a place in its middle. */
export interface RouteLine {
  plane: Plane;
  pieces: { point: number[]; x: number[]; y: number[] }[];
  box: { left: number; right: number; bottom: number; top: number };
}

/** Undefined when fewer than two points have a position. Outliers are left out; pauses and unknown parts interrupt the line. */
export function toRouteLine(track: Track, { jumps }: Pick<RunAnalysis, 'jumps'>): RouteLine | undefined {
  const points = Array.from(track.latitude.keys()).filter((point) => jumps[point] !== unusable);
  const [first] = points;
  if (first === undefined || points.length < 2) return undefined;
  const plane = createPlane({
    latitude: track.latitude[first] ?? 0,
    longitude: track.longitude[first] ?? 0,
  });
  const breaks = new Set(track.breaks);
  const pieces: RouteLine['pieces'] = [];
  const box = { left: 0, right: 0, bottom: 0, top: 0 };
  let before = first;
  for (const point of points) {
    const x = plane.toEast(track.longitude[point] ?? 0);
    const y = plane.toNorth(track.latitude[point] ?? 0);
    const isNew = pieces.length === 0 || jumps[point] !== 0 || hasBreak(breaks, before, point);
    if (isNew) pieces.push({ point: [], x: [], y: [] });
    const piece = pieces.at(-1);
    piece?.point.push(point);
    piece?.x.push(x);
    piece?.y.push(y);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
    before = point;
  }
  return { plane, pieces, box };
}

function hasBreak(breaks: ReadonlySet<number>, before: number, point: number): boolean {
  if (breaks.size === 0) return false;
  for (let each = before + 1; each <= point; each += 1) if (breaks.has(each)) return true;
  return false;
}
