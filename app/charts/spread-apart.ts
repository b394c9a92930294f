/** Moves positions between 0 and 1 as little as needed, so that two neighbors are at least `distance` apart. undefined stays undefined. */
export function spreadApart(
  places: readonly (number | undefined)[],
  distance: number,
): (number | undefined)[] {
  const order = places
    .map((at, index) => ({ at, index }))
    .filter((item): item is { at: number; index: number } => item.at !== undefined)
    .sort((a, b) => a.at - b.at);
  const step = Math.min(distance, order.length > 1 ? 1 / (order.length - 1) : 1);
  // First upward, then down from the top for those that were pushed beyond 1.
  let floor = 0;
  for (const item of order) {
    item.at = Math.max(item.at, floor);
    floor = item.at + step;
  }
  let ceiling = 1;
  for (const item of order.toReversed()) {
    item.at = Math.max(0, Math.min(item.at, ceiling));
    ceiling = item.at - step;
  }
  const spread: (number | undefined)[] = places.map(() => undefined);
  for (const { at, index } of order) spread[index] = at;
  return spread;
}
