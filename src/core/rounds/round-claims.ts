import type { RoundNeed } from './pending-rounds.ts';

/** For so long, in seconds, the claim of an operation keeps the keeper from a draw: the contracts refuse a second one anyway. */
export const DRAW_PROTECTED_SECONDS = 600;

/** The claim of one operation on a round. */
export interface RoundClaim {
  /** The giveaway's key on chain. */
  readonly giveaway: string;
  readonly need: RoundNeed;
  readonly round: number;
  readonly operationId: string;
  /** The keeper's wallet: it passes over older claims than DRAW_PROTECTED_SECONDS, except those of its own operations. */
  readonly keeper?: string;
}

/**
 * Which operation acts on which round, over all instances, so that no two requests without a roundIndex act on the same
 * round. A claim ends when its operation fails; the claim of an operation that is never accepted ends after a minute.
 */
export interface RoundClaims {
  /** The round that the operation has taken; undefined when it has taken none. */
  find(operationId: string): Promise<number | undefined>;
  /** Takes the round for the operation; false when another operation has it. */
  take(claim: RoundClaim): Promise<boolean>;
  /** Whether an unsettled operation has taken a round of the giveaway. */
  hasOpen(giveaway: string, need: RoundNeed): Promise<boolean>;
  release(operationId: string): Promise<void>;
}
