import { randomInt, randomUUID } from 'node:crypto';
import type { Clock, Randomness } from './ports.ts';
import { createRandomPool } from './random-pool.ts';

/** The system's clock and random source. */
export const systemClock: Clock = { now: () => new Date() };

export function createSystemRandomness(): Randomness {
  return {
    bytes: createRandomPool(),
    digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
    uuid: () => randomUUID(),
  };
}
