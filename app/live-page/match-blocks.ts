/** A block with its islands, and without what is in them. */
export interface Block {
  whole: string;
  frame: string;
}

/**
 * Pairs of the same block in two texts, as their indexes, in order. Between blocks that are the same altogether, one in which only an island
 * has changed is still the same.
 */
export function matchBlocks(before: readonly Block[], after: readonly Block[]): [number, number][] {
  const pairs: [number, number][] = [];
  const wholes = matchTexts(
    before.map(({ whole }) => whole),
    after.map(({ whole }) => whole),
  );
  let [start, other] = [0, 0];
  for (const pair of [...wholes, [before.length, after.length] as const]) {
    const inner = matchTexts(
      before.slice(start, pair[0]).map(({ frame }) => frame),
      after.slice(other, pair[1]).map(({ frame }) => frame),
    );
    for (const [at, otherAt] of inner) pairs.push([at + start, otherAt + other]);
    if (pair[0] < before.length) pairs.push([...pair]);
    [start, other] = [pair[0] + 1, pair[1] + 1];
  }
  return pairs;
}

/** A longest common subsequence. */
function matchTexts(before: readonly string[], after: readonly string[]): [number, number][] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const pairs: [number, number][] = [];
  for (let at = 0; at < start; at += 1) pairs.push([at, at]);
  const inner = matchInner(before.slice(start, before.length - end), after.slice(start, after.length - end));
  for (const [one, other] of inner) pairs.push([one + start, other + start]);
  for (let at = end; at > 0; at -= 1) pairs.push([before.length - at, after.length - at]);
  return pairs;
}

/** More comparisons than this take too long: then everything in between counts as changed. */
const maxComparisons = 1_000_000;

function matchInner(before: readonly string[], after: readonly string[]): [number, number][] {
  if (before.length * after.length > maxComparisons) return [];
  const width = after.length + 1;
  /** The number of pairs from a position in each list to their ends. */
  const lengths = new Uint16Array((before.length + 1) * width);
  const lengthAt = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      lengths[one * width + other] =
        before[one] === after[other]
          ? lengthAt(one + 1, other + 1) + 1
          : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
    }
  }
  const pairs: [number, number][] = [];
  let one = 0;
  let other = 0;
  while (one < before.length && other < after.length) {
    if (before[one] === after[other]) pairs.push([one++, other++]);
    else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}
