export interface Position {
  latitude: number;
  longitude: number;
}

/** Mean radius of the Earth, the usual one for distances on a sphere. */
export const earthRadius = 6_371_008.8;
export const radians = Math.PI / 180;

/** Meters between two positions along the sphere. */
export function metresBetween(
  fromLatitude: number,
  fromLongitude: number,
  toLatitude: number,
  toLongitude: number,
): number {
  const north = Math.sin(((toLatitude - fromLatitude) * radians) / 2);
  const east = Math.sin(((toLongitude - fromLongitude) * radians) / 2);
  const chord =
    north * north + Math.cos(fromLatitude * radians) * Math.cos(toLatitude * radians) * east * east;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A flat map around one place: meters to the east and to the north. Accurate enough for the distance of a run. */
export interface Plane {
  toEast(longitude: number): number;
  toNorth(latitude: number): number;
  toPosition(east: number, north: number): Position;
}

export function createPlane({ latitude, longitude }: Position): Plane {
  const perDegree = earthRadius * radians;
  const perDegreeEast = perDegree * Math.max(0.01, Math.cos(latitude * radians));
  // Across the date line the shorter difference is the right one.
  const turn = (degrees: number) => degrees - 360 * Math.round(degrees / 360);
  return {
    toEast: (value) => turn(value - longitude) * perDegreeEast,
    toNorth: (value) => (value - latitude) * perDegree,
    toPosition: (east, north) => ({
      latitude: latitude + north / perDegree,
      longitude: turn(longitude + east / perDegreeEast),
    }),
  };
}
