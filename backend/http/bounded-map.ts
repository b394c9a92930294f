/** A map with a limit: the entry that was set or touched the longest ago is dropped first. */
export class BoundedMap<Value> {
  // A Map keeps the order of insertion, so the first key is the oldest.
  readonly #entries = new Map<string, { value: Value; size: number }>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  /** Every entry has size 1 unless `sizeOf` measures it: the limit is then a number of entries. */
  constructor(maxSize: number, sizeOf: (value: Value) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Also measures a value again that has grown since. */
  set(key: string, value: Value): void {
    this.delete(key);
    const size = this.#sizeOf(value);
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break;
      this.delete(oldest);
    }
  }

  /** The value, which is now dropped after all others. */
  touch(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  /** The sum of the sizes of all entries. */
  get size(): number {
    return this.#size;
  }

  get count(): number {
    return this.#entries.size;
  }

  keys(): MapIterator<string> {
    return this.#entries.keys();
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }
}
