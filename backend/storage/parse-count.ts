import { invalidRequest } from './storage-error.ts';

/** An integer of the query string; undefined when it is missing. */
export function parseCount(text: string | null, name: string, least: number): number | undefined {
  if (text === null) return undefined;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= least)) throw invalidRequest(`${name} must be a whole number from ${least} on`);
  return count;
}
