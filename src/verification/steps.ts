import { compare, type VerificationStep } from '../core/draws/verify-draw.ts';
import { BIRTH } from './contracts/birth.ts';
import { hasEnough } from './state/sources.ts';
import { verdictOf } from './verdict.ts';
import type { Verification } from './verify-on-nodes.ts';

/** The name of the step that compares the signature of a draw with that of a relay. */
const RELAY = "relay's signature";

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
const COMPUTED: ReadonlySet<string> = new Set([
  BIRTH,
  RELAY,
  'beacon',
  'signature',
  'randomness',
  'giveaway key',
]);
/** Steps about times, which follow from receipts. */
const TIMES: ReadonlySet<string> = new Set([
  'settled',
  'last change',
  'creation receipt',
  'last change receipt',
  'draw receipt',
  'receipt blocks',
]);
/** Steps about other times and logs, which neither a state nor the receipts of a proof contain. */
const REPORTED: ReadonlySet<string> = new Set([
  'logs',
  'order of events',
  'times of entries',
  'finality',
  'chain id',
  'nodes',
  'round on chain',
  'options on chain',
]);

/** Adds to each step of a verification its basis. */
export function withBasis({ steps, isProved, timeSources }: Verification): BasedStep[] {
  const areTimesProved = isProved && hasEnough(timeSources);
  return steps.map((step) => ({
    ...step,
    basis: COMPUTED.has(step.name)
      ? 'computed'
      : (TIMES.has(step.name) ? areTimesProved : isProved && !REPORTED.has(step.name))
        ? 'proved'
        : 'reported',
  }));
}

/** Adds the step that compares the signature of the draw with the one that a relay has. */
export function withRelaySignature(verification: Verification, signature: string): Verification {
  const steps = [...verification.steps, compare(RELAY, signature, verification.evidence.draw.signature)];
  return { ...verification, steps, verdict: verdictOf(steps) };
}
