/**
 * A small sample of a text by which two texts can be compared without keeping either: the smallest hashes of its word pairs. Texts that
 * share most of their words share most of these.
 */
export type TextSketch = Uint32Array;

const SIZE = 96;
/** Where the hash of a word begins (FNV-1a). */
const EMPTY = 0x811c9dc5 | 0;

export function sketchText(text: string): TextSketch {
  const hashes: number[] = [];
  let previous = 0;
  let hash = EMPTY;
  for (let at = 0; at <= text.length; at += 1) {
    // Past the end it is NaN, which ends the last word.
    const code = text.charCodeAt(at);
    if (code > 32) hash = Math.imul(hash ^ code, 0x01000193);
    else if (hash !== EMPTY) {
      hashes.push(mix(previous, hash));
      previous = hash;
      hash = EMPTY;
    }
  }
  if (hash !== EMPTY) hashes.push(mix(previous, hash));
  return smallest(Uint32Array.from(hashes).sort(), SIZE);
}

/** How much of two texts is the same, from 0 to 1. Exact for short texts, an estimate for long ones. */
export function compareSketches(one: TextSketch, other: TextSketch): number {
  if (one.length === 0 || other.length === 0) return 0;
  // The smallest of both together are a fair sample of both texts.
  const sample = smallest(Uint32Array.of(...one, ...other).sort(), Math.max(one.length, other.length));
  const inOne = new Set(one);
  const inOther = new Set(other);
  let shared = 0;
  for (const hash of sample) if (inOne.has(hash) && inOther.has(hash)) shared += 1;
  const overlap = shared / sample.length;
  // Of the part that both have of all, to the part that each has of the other.
  return (2 * overlap) / (1 + overlap);
}

/** The first different values of a sorted list. */
function smallest(sorted: Uint32Array, count: number): Uint32Array {
  const kept = sorted.filter((hash, index) => index === 0 || hash !== sorted[index - 1]);
  return kept.slice(0, count);
}

function mix(one: number, other: number): number {
  let hash = Math.imul(one, 0x9e3779b1) ^ other;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
