import type { ChainCall } from './chain-call.ts';

/** Where the contracts are; addresses are EIP-55. */
export interface ContractSite {
  readonly chainId: number;
  readonly hub: string;
  readonly passport: string;
  /** Decides the draws of new giveaways. */
  readonly beacon: string;
  /** Seconds after a round's close before which no beacon round may decide it. */
  readonly beaconMargin: number;
}

/** The states of a round, in the order of the hub's enum. */
export const ROUND_STATES = ['SCHEDULED', 'OPEN', 'CLOSED', 'DECIDED', 'VOID'] as const;
export type RoundState = (typeof ROUND_STATES)[number];

/** A round as the hub has it now. */
export interface RoundNow {
  readonly state: RoundState;
  readonly receiptConfirmed: boolean;
}

/** The number of transfers that stands for no limit on the chain: the largest uint32 (Passport.UNLIMITED). */
export const UNLIMITED_TRANSFERS = 2 ** 32 - 1;

/** A passport as its contract has it now. */
export interface PassportNow {
  readonly owner: string;
  /** Null for no limit. */
  readonly maxTransfers: number | null;
  readonly transfersUsed: number;
  /** Of the next transfer permit. */
  readonly permitNonce: bigint;
}

/**
 * Asks a node what the contracts say now, where the read model may be a block behind. Every method throws
 * CHAIN_UNAVAILABLE when no node answers.
 */
export interface Contracts {
  site(): Promise<ContractSite>;
  /** The wallet that may register signers: the hub's owner. */
  operator(): Promise<string>;
  isSigner(providerKey: string, wallet: string): Promise<boolean>;
  /** Undefined when the giveaway never has a round of this index. Throws NOT_FOUND (GIVEAWAY). */
  round(giveaway: string, index: number): Promise<RoundNow | undefined>;
  /** The beacon round that decides a round. Throws what the hub refuses with, such as CONTRACT_REVERT (WRONG_MODE). */
  beaconRound(giveaway: string, index: number): Promise<bigint>;
  /** Undefined when there is none of this id. */
  passport(passportId: number): Promise<PassportNow | undefined>;
  /** Native currency of each wallet, in wei. */
  balances(wallets: readonly string[]): Promise<bigint[]>;
  /** Seconds since the epoch that the next block is at, at least: ours, unless the chain is ahead. */
  time(): Promise<number>;
  /** Wei per gas that a transaction sent now would offer at most. */
  feePerGas(): Promise<bigint>;
  /** Tries a call without sending it; throws the error that the contracts refuse it with. */
  attempt(call: ChainCall, signer: string): Promise<void>;
  /** Whether a contract wallet accepts the signature of a digest (ERC-1271); false where there is no contract. */
  acceptsSignature(wallet: string, digest: string, signature: string): Promise<boolean>;
}
