/** Counting stops at this number. */
export const COUNT_LIMIT = 10_000;
