import type { Position } from '../analysis/geometry.ts';
import { createCircleTest } from './circle-crossing.ts';
import { type PrivacyZone, toHiddenCircle } from './zone.ts';

/**
 * Whether a straight line may be drawn without touching what the zones hide; for drawing a run that cutZones has cut. `runStart` is when
 * the whole run began.
 */
export function createLineGuard(
  zones: readonly PrivacyZone[],
  runStart: number,
): (from: Position, to: Position) => boolean {
  const tests = zones.map((zone) => createCircleTest(toHiddenCircle(zone, runStart)));
  return (from, to) => tests.every((test) => !test.isCrossedBy(from, to));
}
