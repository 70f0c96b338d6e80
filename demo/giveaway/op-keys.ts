import { id } from 'ethers';

/** Keys in one batch share a slot of the contract when they differ in their last byte only; 256 is the most. */
export function opKeys(batch: string, count: number): readonly string[] {
  const word = id(batch).slice(0, 64);
  return Array.from({ length: count }, (_, place) => word + place.toString(16).padStart(2, '0'));
}

/** Items in batches of at most `size`. */
export function inBatches<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );
}
