import { readWords } from '../abi/words.ts';

/** What the hub keeps about a decided round, as far as a proof needs it. */
export interface ProvedOutcome {
  /** The winning passport; 0 while the round is undecided. */
  readonly winner: bigint;
  /** The entries that its draw counted. */
  readonly total: bigint;
  readonly isVoid: boolean;
}

/** Decodes the slot of a round: winner (64 bits), total (32 bits) and isVoid (8 bits), from the lowest bit. */
export function decodeOutcome(word: string): ProvedOutcome {
  const bits = readWords(word).uint(0);
  return {
    winner: BigInt.asUintN(64, bits),
    total: BigInt.asUintN(32, bits >> 64n),
    isVoid: BigInt.asUintN(8, bits >> 96n) !== 0n,
  };
}
