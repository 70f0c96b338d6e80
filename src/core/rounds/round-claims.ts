import type { RoundNeed } from './pending-rounds.ts';

/** For so long, in seconds, the claim of an operation keeps the keeper from a draw: the contracts refuse a second one anyway. */
export const DRAW_PROTECTED_SECONDS = 600;

/** Places of a round, counted from 0, both included. */
export type PlaceRange = readonly [first: number, last: number];

/** The claim of one operation on a round, of which it takes one place. */
export interface RoundClaim {
  /** The giveaway's key on chain. */
  readonly giveaway: string;
  readonly need: RoundNeed;
  readonly round: number;
  readonly operationId: string;
  /** The places of the round that it may be for, of which it takes one; the first place alone when absent. */
  readonly places?: PlaceRange | undefined;
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
  /** Takes a place of the round for the operation; false when other operations have all that it may be for. */
  take(claim: RoundClaim): Promise<boolean>;
  /** Whether an unsettled operation has taken a round of the giveaway; a receipt of this place. */
  hasOpen(giveaway: string, need: RoundNeed, place?: number): Promise<boolean>;
  release(operationId: string): Promise<void>;
}
