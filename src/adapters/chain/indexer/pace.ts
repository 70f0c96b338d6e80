/** When to look for the next block: often when one is likely, once a second when nothing happens. */
export interface Pace {
  /** Something new was found. */
  noteNews(): void;
  /** Milliseconds until the next look. */
  pause(): number;
}

interface PaceOptions {
  /** Between two looks while a block is likely. */
  readonly pollMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

const IDLE_MS = 1_000;
/** After a block others are likely for so long, longer on a chain with rare blocks. */
const LIVELY_MS = 5_000;
/** Chains have no block this soon after another, of those with regular blocks. */
const EARLIEST = 0.8;
const REMEMBERED = 3;

/** Learns from the last times between blocks. */
export function createPace({ pollMs, now }: PaceOptions): Pace {
  const gaps: number[] = [];
  let newsAt = Number.NEGATIVE_INFINITY;
  return {
    noteNews() {
      gaps.push(now() - newsAt);
      if (gaps.length > REMEMBERED) gaps.shift();
      newsAt = now();
    },
    pause() {
      const since = now() - newsAt;
      const gap = Math.min(...gaps);
      const isRegular = gaps.length === REMEMBERED && Number.isFinite(gap);
      const untilLikely = isRegular ? gap * EARLIEST - since : 0;
      if (untilLikely > pollMs) return Math.min(untilLikely, Math.max(IDLE_MS, pollMs));
      const isLikely = since < (isRegular ? gap + LIVELY_MS : LIVELY_MS);
      return isLikely ? pollMs : Math.max(IDLE_MS, pollMs);
    },
  };
}
