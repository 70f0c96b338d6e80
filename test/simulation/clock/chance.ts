/** Chance that a seed repeats. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both bounds included. */
  whole(from: number, to: number): number;
  is(probability: number): boolean;
  /** One of the items, of which there must be one. */
  of<Item>(items: readonly Item[]): Item;
  /** A value around a mean: mostly smaller, rarely several times as large. */
  around(mean: number): number;
  /** Chance of its own for a part, so that the draws of one part do not move those of another. */
  branch(name: string): Chance;
}

/** The generator mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    is: (probability) => next() < probability,
    of: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('There is nothing to choose from.');
      return item;
    },
    around: (mean) => -Math.log(1 - next()) * mean,
    branch: (name) => createChance(mix(seed, name)),
  };
}

/** FNV-1a over the seed and a name. */
function mix(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of `${seed} ${name}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
