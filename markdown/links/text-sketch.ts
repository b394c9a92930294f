/**
 * A small sample of a text by which two texts can be compared without keeping either: the smallest hashes of its word pairs. Texts that
 * share most of their words share most of these.
 */
export type TextSketch = Uint32Array;

const SIZE = 96;

export function sketchText(text: string): TextSketch {
  const hashes = new Set<number>();
  let previous = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    const hash = hashWord(word);
    hashes.add(mix(previous, hash));
    previous = hash;
  }
  return Uint32Array.from(hashes).sort().slice(0, SIZE);
}

/** How much of two texts is the same, from 0 to 1. Exact for short texts, an estimate for long ones. */
export function compareSketches(one: TextSketch, other: TextSketch): number {
  if (one.length === 0 || other.length === 0) return 0;
  // The smallest of both together are a fair sample of both texts.
  const sample = Uint32Array.from(new Set([...one, ...other]))
    .sort()
    .slice(0, Math.max(one.length, other.length));
  const inOne = new Set(one);
  const inOther = new Set(other);
  let shared = 0;
  for (const hash of sample) if (inOne.has(hash) && inOther.has(hash)) shared += 1;
  const overlap = shared / sample.length;
  // Of the part that both have of all, to the part that each has of the other.
  return (2 * overlap) / (1 + overlap);
}

/** FNV-1a. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function mix(one: number, other: number): number {
  let hash = Math.imul(one, 0x9e3779b1) ^ other;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
