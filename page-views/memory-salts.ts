import { randomBytes } from 'node:crypto';
import type { ViewStore } from './view-store.ts';

/** Salts that live and die with the process: enough to tell a repeated view from a new one when somebody else counts. */
export function createMemorySalts(): Pick<ViewStore, 'readSalt'> {
  return { readSalt: async () => randomBytes(32).toString('hex') };
}
