import type { VerificationStep } from '../core/draws/verify-draw.ts';
import { BIRTH } from './contracts/birth.ts';

/**
 * What the steps come to: `verified`; `not-verified`; `not-bound` when everything holds but the birth of the hub; `undecided` when
 * nothing contradicts the draw, but a response is missing or its block is not final.
 */
export type DrawVerdict = 'verified' | 'not-verified' | 'not-bound' | 'undecided';

/** The verdict over the steps of a verification. */
export function verdictOf(steps: readonly VerificationStep[]): DrawVerdict {
  const differing = steps.filter(({ differs }) => differs !== undefined);
  if (differing.length === 0) return 'verified';
  const decided = differing.filter(({ isOpen }) => isOpen !== true);
  if (decided.some(({ name }) => name !== BIRTH)) return 'not-verified';
  return decided.length > 0 ? 'not-bound' : 'undecided';
}
