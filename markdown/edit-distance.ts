/**
 * How many letters two words differ by, where two neighbors that changed places count as one; `max + 1` when it is more than `max`.
 */
export function editDistance(one: string, other: string, max: number): number {
  let start = 0;
  let ends = 0;
  const shorter = Math.min(one.length, other.length);
  while (start < shorter && one[start] === other[start]) start += 1;
  while (ends < shorter - start && one[one.length - 1 - ends] === other[other.length - 1 - ends]) ends += 1;
  const a = one.slice(start, one.length - ends);
  const b = other.slice(start, other.length - ends);
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > max) return max + 1;
    before = previous;
    previous = current;
  }
  return Math.min(previous[b.length] ?? 0, max + 1);
}
