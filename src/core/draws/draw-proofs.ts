/** Proofs of draws in the state of a block of the chain. */
export interface DrawProofs {
  /**
   * The proof of a drawn round as JSON in UTF-8 of the format giveaway-draw-proof/2, which `giveaways verify-draw --proof` verifies;
   * undefined for a round without a draw. Throws CHAIN_UNAVAILABLE, PAYLOAD_TOO_LARGE.
   */
  read(giveaway: string, round: number): Promise<Uint8Array | undefined>;
}

/** The most changes of entries that a proof of this service has; its document then has about 8 MB. */
export const MAX_PROOF_CHANGES = 100_000;
