import { randomInt, randomUUID } from 'node:crypto';
import type { Clock, Randomness } from './ports.ts';
import { createRandomPool } from './random-pool.ts';

/** Time and chance as the machine has them. */
export const systemClock: Clock = { now: () => new Date() };

export function createSystemRandomness(): Randomness {
  return {
    bytes: createRandomPool(),
    digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
    uuid: () => randomUUID(),
  };
}
