/** The name among `known` that a misspelt one was probably meant to be, e.g. `titel` → `title`. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  // Of a short name nearly all letters must be right.
  let fewest = (name.length <= 4 ? 1 : name.length <= 8 ? 2 : 3) + 1;
  for (const candidate of known) {
    const changes = countChanges(name.toLowerCase(), candidate.toLowerCase(), fewest);
    if (changes < fewest) {
      nearest = candidate;
      fewest = changes;
    }
  }
  return nearest;
}

/** How many letters have to be added, dropped, exchanged or swapped with their neighbour; at most `limit`. */
function countChanges(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit || from.length > 40) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(
        (previous[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (previous[column - 1] ?? limit) + (same ? 0 : 1),
      );
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        least = Math.min(least, (beforePrevious[column - 2] ?? limit) + 1);
      }
      current.push(least);
    }
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(limit, previous[to.length] ?? limit);
}
