import type { RoundNeed } from './pending-rounds.ts';

/** One operation's hold on a round. */
export interface RoundClaim {
  /** By its key on chain. */
  readonly giveaway: string;
  readonly need: RoundNeed;
  readonly round: number;
  readonly operationId: string;
}

/**
 * Which operation acts on which round, over all instances: no two calls that leave the round to the service take the same
 * one. A claim ends when its operation fails; one whose operation is never accepted ends after a minute.
 */
export interface RoundClaims {
  /** The round that the operation has taken; undefined when it has none. */
  find(operationId: string): Promise<number | undefined>;
  /** Whether the round is this operation's now: false when another operation has it. */
  take(claim: RoundClaim): Promise<boolean>;
  /** Whether an operation that has no answer yet has a round of the giveaway. */
  hasOpen(giveaway: string, need: RoundNeed): Promise<boolean>;
  release(operationId: string): Promise<void>;
}
