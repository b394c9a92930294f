import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { createPlane, type Position } from '../analysis/geometry.ts';

/** A place that strangers must not find: everything within `radius` meters of it stays hidden. */
export interface PrivacyZone extends Position {
  radius: number;
  /** Random and never shown: at least 16 random bytes as text. It determines where the circle lies. */
  secret: string;
}

/** What is cut out. It is larger than the zone and lies beside its middle. */
export interface HiddenCircle extends Position {
  radius: number;
  secret: string;
}

export const minZoneRadius = 100;
export const maxZoneRadius = 5000;
const minSecretLength = 16;

export function isUsableZone({ latitude, longitude, radius, secret }: PrivacyZone): boolean {
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return onEarth && radius > 0 && radius <= maxZoneRadius && secret.length >= minSecretLength;
}

/** Shares of the zone's radius. The circle covers the zone wherever it lies: `growth` is more than 1 + `farthest`. */
const growth = 2.25;
const nearest = 0.8;
const farthest = 1.2;
/** The circle of a run is larger by up to this share, so that the ends of many runs lie on no common circle. */
const runJitter = 0.2;

/**
 * Tracks that end on a circle reveal its middle after a few runs. So the middle is not the place: it lies off it, in a direction and
 * by a length derived from the secret, and always the same, because a middle that moved would reveal the mean. The size is always
 * the same for the same run: a run that is published again must not end elsewhere.
 */
export function toHiddenCircle(zone: PrivacyZone, runStart: number): HiddenCircle {
  const plane = createPlane(zone);
  const angle = deriveFraction(zone.secret, 'direction') * 2 * Math.PI;
  const share = nearest + (farthest - nearest) * deriveFraction(zone.secret, 'shift');
  const radius = Math.max(minZoneRadius, zone.radius);
  const middle = plane.toPosition(Math.cos(angle) * share * radius, Math.sin(angle) * share * radius);
  const size = growth * (1 + runJitter * deriveFraction(zone.secret, 'run', Math.floor(runStart)));
  return { ...middle, radius: radius * size, secret: zone.secret };
}

/** A number from 0 to 1 that is always the same for the same parts and cannot be computed without the secret. */
export function deriveFraction(secret: string, ...parts: (string | number)[]): number {
  const digest = sha256(utf8ToBytes(JSON.stringify([secret, ...parts])));
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0) / 2 ** 32;
}
