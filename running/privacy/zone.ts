import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { createPlane, type Position } from '../analysis/geometry.ts';

/** A place that strangers must not find: everything within `radius` metres of it stays hidden. */
export interface PrivacyZone extends Position {
  radius: number;
  /** Random and never shown: at least 16 random bytes as text. It says where the circle really lies. */
  secret: string;
}

/** What is cut out. It is larger than the zone and lies beside its middle. */
export interface HiddenCircle extends Position {
  radius: number;
  secret: string;
}

export const smallestZone = 100;
export const largestZone = 5000;
const shortestSecret = 16;

export function isUsableZone({ latitude, longitude, radius, secret }: PrivacyZone): boolean {
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return onEarth && radius > 0 && radius <= largestZone && secret.length >= shortestSecret;
}

/** The circle is half as large again, so that it can lie up to this share of the radius off and still cover the zone. */
const growth = 1.5;
const nearest = 0.15;
const farthest = 0.45;

/**
 * Tracks that end on a circle give its middle away after three runs. So the middle is not the place: it lies off it, in a direction and
 * by a length that only the secret tells, and always the same, because a middle that moved would give away the mean.
 */
export function hideZone(zone: PrivacyZone): HiddenCircle {
  const plane = createPlane(zone);
  const angle = drawShare(zone.secret, 'angle') * 2 * Math.PI;
  const share = nearest + (farthest - nearest) * drawShare(zone.secret, 'distance');
  const radius = Math.max(smallestZone, zone.radius);
  const middle = plane.toPosition(Math.cos(angle) * share * radius, Math.sin(angle) * share * radius);
  return { ...middle, radius: radius * growth, secret: zone.secret };
}

/** A number from 0 to 1 that is always the same for the same words and cannot be told without the secret. */
export function drawShare(secret: string, ...words: (string | number)[]): number {
  const digest = sha256(utf8ToBytes(JSON.stringify([secret, ...words])));
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0) / 2 ** 32;
}
