/** A fixed-size hash set of numbers: a Set that grows causes a pause while it is copied. */
export interface KeySet {
  has(key: number): boolean;
  /** Adds a key that is not 0, while the set is not full. */
  add(key: number): void;
  isFull(): boolean;
  clear(): void;
}

export function createKeySet(most: number): KeySet {
  const table = new Float64Array(2 ** Math.ceil(Math.log2(most * 2)));
  let size = 0;
  return {
    has: (key) => table[findSlot(table, key)] === key,
    add(key) {
      const slot = findSlot(table, key);
      if (table[slot] === key) return;
      table[slot] = key;
      size += 1;
    },
    isFull: () => size >= most,
    clear() {
      table.fill(0);
      size = 0;
    },
  };
}

/** The slot of a number, or the empty slot where it belongs: the table is at most half full, so there is always one. */
function findSlot(table: Float64Array, number: number): number {
  const last = table.length - 1;
  let slot = number & last;
  while (table[slot] !== 0 && table[slot] !== number) slot = (slot + 1) & last;
  return slot;
}
