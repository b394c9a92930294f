import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Clock, Randomness } from './ports.ts';

/** Time and chance as the machine has them. */
export const systemClock: Clock = { now: () => new Date() };

export const systemRandomness: Randomness = {
  bytes: (length) => randomBytes(length),
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
  uuid: () => randomUUID(),
};
