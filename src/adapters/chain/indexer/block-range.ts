const FIRST = 64;
const WIDEST = 10_000;

/** How many blocks to ask for at once. */
export interface Span {
  size(): number;
  /** Widens or narrows it by how many logs the last one had. */
  adapt(logs: number): void;
  /** Narrows it after a refusal. */
  halve(): void;
}

/** A span that aims at `wanted` logs. */
export function createSpan(wanted: number): Span {
  let size = FIRST;
  // Below what was refused, so that a node's limit is not tried again and again.
  let widest = WIDEST;
  return {
    size: () => size,
    adapt(logs) {
      const factor = logs === 0 ? 2 : Math.min(2, Math.max(0.25, wanted / logs));
      size = Math.max(1, Math.min(widest, Math.floor(size * factor)));
    },
    halve() {
      size = Math.max(1, Math.floor(size / 2));
      widest = size;
    },
  };
}
