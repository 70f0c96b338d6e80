const FIRST = 64;
const WIDEST = 10_000;
/** A refused width is tried again after so many ranges of the widest that was not. */
const TRIED_AGAIN_AFTER = 32;

/** The number of blocks in one request. */
export interface BlockRange {
  size(): number;
  /** Widens or narrows the range by the number of logs in the last one. */
  adapt(logs: number): void;
  /** Narrows the range after the node refused it, or left logs out. */
  halve(): void;
}

/** Aims at `wanted` logs per range. */
export function createBlockRange(wanted: number): BlockRange {
  let size = FIRST;
  // Stays below a refused range, so that the node's limit is not exceeded repeatedly.
  let widest = WIDEST;
  let accepted = 0;
  return {
    size: () => size,
    adapt(logs) {
      accepted = size < widest ? 0 : accepted + 1;
      if (accepted === TRIED_AGAIN_AFTER) {
        widest = Math.min(WIDEST, widest * 2);
        accepted = 0;
      }
      const factor = logs === 0 ? 2 : Math.min(2, Math.max(0.25, wanted / logs));
      size = Math.max(1, Math.min(widest, Math.floor(size * factor)));
    },
    halve() {
      size = Math.max(1, Math.floor(size / 2));
      widest = size;
      accepted = 0;
    },
  };
}
