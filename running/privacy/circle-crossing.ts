import { createPlane, type Position } from '../analysis/geometry.ts';

/** Tests against one circle, on a flat map around its middle. */
export interface CircleTest {
  /** Meters from the middle. */
  distanceTo(latitude: number, longitude: number): number;
  /** Whether the straight line between two positions comes closer to the middle than the radius. */
  isCrossedBy(from: Position, to: Position): boolean;
}

export function createCircleTest(circle: Position & { radius: number }): CircleTest {
  const plane = createPlane(circle);
  return {
    distanceTo: (latitude, longitude) => Math.hypot(plane.toEast(longitude), plane.toNorth(latitude)),
    isCrossedBy: (from, to) => {
      const x = plane.toEast(from.longitude);
      const y = plane.toNorth(from.latitude);
      const east = plane.toEast(to.longitude) - x;
      const north = plane.toNorth(to.latitude) - y;
      const square = east * east + north * north;
      // The share of the way at which the line is nearest to the middle.
      const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(x * east + y * north) / square));
      return Math.hypot(x + share * east, y + share * north) < circle.radius;
    },
  };
}
