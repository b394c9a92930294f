/** Finds the most similar name, if it is similar enough, for suggestions. */
export function findSimilar(
  names: Iterable<string>,
  wanted: string,
  leastScore: number,
): { name: string; score: number } | undefined {
  let best: { name: string; score: number } | undefined;
  const searched = wanted.toLowerCase().slice(0, 100);
  for (const name of names) {
    const candidate = name.toLowerCase();
    const longest = Math.max(candidate.length, searched.length);
    // With that difference in length the score cannot be reached.
    if (longest === 0 || Math.min(candidate.length, searched.length) / longest < leastScore) continue;
    const score = 1 - distance(candidate, searched) / longest;
    if (score >= leastScore && (best === undefined || score > best.score)) best = { name, score };
  }
  return best;
}

/** The Levenshtein distance. */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + change,
      );
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
