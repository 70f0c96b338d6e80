import type { VerificationStep } from '../core/draws/verify-draw.ts';

/**
 * Why the inputs of a step are believed: `computed` needs no source, `proved` follows from a block hash by Merkle proofs,
 * `reported` is what the nodes say.
 */
export type Basis = 'computed' | 'proved' | 'reported';

/** A step of a verification with its basis. */
export interface BasedStep extends VerificationStep {
  readonly basis: Basis;
}

/** Steps that follow from the beacon's key and a signature alone. */
const COMPUTED: ReadonlySet<string> = new Set(['beacon', 'signature', 'randomness', 'giveaway key']);
/** Steps about times and logs, which no state contains. */
const REPORTED: ReadonlySet<string> = new Set([
  'logs',
  'settled',
  'times of entries',
  'finality',
  'chain id',
  'nodes',
  'round on chain',
  'options on chain',
]);

/** Adds to each step its basis; `isProved` says that the state was proved. */
export function withBasis(steps: readonly VerificationStep[], isProved: boolean): BasedStep[] {
  return steps.map((step) => ({ ...step, basis: basisOf(step, isProved) }));
}

function basisOf({ name }: VerificationStep, isProved: boolean): Basis {
  if (COMPUTED.has(name)) return 'computed';
  return isProved && !REPORTED.has(name) ? 'proved' : 'reported';
}
