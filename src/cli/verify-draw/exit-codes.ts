import type { DrawVerdict } from '../../verification/verdict.ts';

/** The exit code of `giveaways verify-draw` by its verdict. Wrong usage has 2, as with every command. */
export const EXIT_CODES: Readonly<Record<DrawVerdict, number>> = {
  verified: 0,
  'not-verified': 1,
  undecided: 3,
  'not-bound': 4,
};
