interface Cell<Value> {
  value: Value | undefined;
}

/**
 * A Map for entries that are added and removed all the time, such as requests in progress. A Map grows into a new table, and V8
 * lets the former table refer to it. Once one table is old, each later table outlives minor collections with all its entries:
 * every value would wait for a major collection. Here a removed value is not reachable from a former table; its key is.
 */
export class TransientMap<Key extends string | number, Value extends object> {
  readonly #cells = new Map<Key, Cell<Value>>();

  get size(): number {
    return this.#cells.size;
  }

  get(key: Key): Value | undefined {
    return this.#cells.get(key)?.value;
  }

  set(key: Key, value: Value): void {
    const cell = this.#cells.get(key);
    if (cell) cell.value = value;
    else this.#cells.set(key, { value });
  }

  has(key: Key): boolean {
    return this.#cells.has(key);
  }

  delete(key: Key): void {
    const cell = this.#cells.get(key);
    if (cell) cell.value = undefined;
    this.#cells.delete(key);
  }

  keys(): Iterable<Key> {
    return this.#cells.keys();
  }

  /** The present values, in the order in which their keys were added. A value may be removed meanwhile. */
  *values(): Iterable<Value> {
    for (const { value } of this.#cells.values()) if (value !== undefined) yield value;
  }
}
