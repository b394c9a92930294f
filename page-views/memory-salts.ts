import { randomBytes } from 'node:crypto';
import type { ViewStore } from './view-store.ts';

/** Salts in memory: enough to recognize a repeated view when a hosted counter counts. */
export function createMemorySalts(): Pick<ViewStore, 'readSalt'> {
  return { readSalt: async () => randomBytes(32).toString('hex') };
}
