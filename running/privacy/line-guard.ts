import type { Position } from '../analysis/geometry.ts';
import { createCircleTest } from './circle-crossing.ts';
import { hideZone, type PrivacyZone } from './zone.ts';

/** Whether a straight line may be drawn without touching what the zones hide; for drawing a run that cutZones has cut. */
export function createLineGuard(zones: readonly PrivacyZone[]): (from: Position, to: Position) => boolean {
  const tests = zones.map((zone) => createCircleTest(hideZone(zone)));
  return (from, to) => tests.every((test) => !test.isCrossedBy(from, to));
}
