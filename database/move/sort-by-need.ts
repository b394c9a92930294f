export interface Needing {
  name: string;
  /** Names of others. */
  needs: readonly string[];
}

/** Each comes after those that it needs, otherwise in the order given. In a circle, one comes before what it needs. */
export function sortByNeed<Item extends Needing>(items: readonly Item[]): Item[] {
  const byName = new Map(items.map((item) => [item.name, item]));
  const sorted = new Set<Item>();
  const visited = new Set<string>();
  const visit = (item: Item) => {
    if (visited.has(item.name)) return;
    visited.add(item.name);
    for (const name of item.needs) {
      const needed = byName.get(name);
      if (needed) visit(needed);
    }
    sorted.add(item);
  };
  for (const item of items) visit(item);
  return [...sorted];
}
