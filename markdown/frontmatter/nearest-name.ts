import { editDistance } from '../edit-distance.ts';

const maxLength = 40;

/** The name among `known` that a misspelled one was probably meant to be, e.g. `titel` → `title`. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  let nearest: string | undefined;
  // Of a short name nearly all letters must be right.
  let fewest = (name.length <= 4 ? 1 : name.length <= 8 ? 2 : 3) + 1;
  for (const candidate of known) {
    const changes = editDistance(name.toLowerCase(), candidate.toLowerCase(), fewest - 1);
    if (changes < fewest) {
      nearest = candidate;
      fewest = changes;
    }
  }
  return nearest;
}
