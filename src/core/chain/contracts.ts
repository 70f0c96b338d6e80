import type { ChainCall, GiveawayPlaces } from './chain-call.ts';

/** The deployed contracts; addresses are EIP-55. */
export interface ContractSite {
  readonly chainId: number;
  readonly hub: string;
  readonly passport: string;
  /** The beacon that decides the draws of new giveaways. */
  readonly beacon: string;
  /** Seconds after a round's close before which no beacon round may decide it. */
  readonly beaconMargin: number;
}

/** The states of a round, in the order of the hub's enum. */
export const ROUND_STATES = ['SCHEDULED', 'OPEN', 'CLOSED', 'DECIDED', 'VOID'] as const;
export type RoundState = (typeof ROUND_STATES)[number];

/** The current state of a round in the hub. */
export interface RoundNow {
  readonly state: RoundState;
  /** Of the first place. */
  readonly receiptConfirmed: boolean;
  /** How many places have a winner. */
  readonly decided: number;
  /** Whether further places are still to be drawn. */
  readonly isDrawing: boolean;
}

/** The contracts' number of transfers for no limit: the largest uint32 (Passport.UNLIMITED). */
export const UNLIMITED_TRANSFERS = 2 ** 32 - 1;

/** The current state of a passport in its contract. */
export interface PassportNow {
  readonly owner: string;
  /** Null for no limit. */
  readonly maxTransfers: number | null;
  readonly transfersUsed: number;
  /** The nonce of the next transfer permit. */
  readonly permitNonce: bigint;
}

/**
 * Reads the current state of the contracts from a node; the read model may be a block behind it. Every method throws
 * CHAIN_UNAVAILABLE when no node answers.
 */
export interface Contracts {
  /** The places of all hubs, the current one first, which takes new giveaways. A method without a `hub` is about that one. */
  hubs(): Promise<readonly number[]>;
  site(hub?: number): Promise<ContractSite>;
  /** The wallet that may register signers: the hub's owner. */
  operator(hub?: number): Promise<string>;
  /**
   * When a signer of the provider acts from, in Unix seconds: later than the chain's time where it was added while the provider
   * had open giveaways or undelivered prizes. 0 for a wallet that is no signer.
   */
  signerActiveFrom(providerKey: string, wallet: string, hub?: number): Promise<number>;
  /**
   * Undefined when the giveaway never has a round of this index. Throws NOT_FOUND (GIVEAWAY). Without `hub`, of the hub that
   * has the giveaway.
   */
  round(giveaway: string, index: number, hub?: number): Promise<RoundNow | undefined>;
  /** The places of each round; undefined when the contracts do not have the giveaway. */
  places(giveaway: string): Promise<GiveawayPlaces | undefined>;
  /** Whether receipt of the prize of a place was confirmed. */
  isReceiptConfirmed(giveaway: string, round: number, place: number): Promise<boolean>;
  /** Whether the current hub has giveaways with several places: the first version of the contracts does not. */
  hasPlaces(): Promise<boolean>;
  /** The beacon round that decides a round. Throws the hub's error, such as CONTRACT_REVERT (WRONG_MODE). */
  beaconRound(giveaway: string, index: number): Promise<bigint>;
  /** Undefined when no passport has this id. */
  passport(passportId: number): Promise<PassportNow | undefined>;
  /** The balance of each wallet in native currency, in wei. */
  balances(wallets: readonly string[]): Promise<bigint[]>;
  /** How many transactions each wallet has in the chain's blocks. */
  transactionCounts(wallets: readonly string[]): Promise<number[]>;
  /** The earliest time that the next block can have, in Unix seconds: our clock, unless the chain is ahead of it. */
  time(): Promise<number>;
  /** The fee cap, in wei per gas, of a transaction that is sent now. */
  feePerGas(): Promise<bigint>;
  /**
   * Simulates a call without sending it, with so much gas, the most of a transaction by default. Throws the error that the
   * contracts refuse it with, CONTRACT_REVERT (OUT_OF_GAS) when it needs more.
   */
  attempt(call: ChainCall, signer: string, gas?: number): Promise<void>;
  /** The most gas that a transaction may have. */
  transactionGas(): Promise<number>;
  /** Whether a contract wallet accepts the signature of a digest (ERC-1271); false for an address without a contract. */
  acceptsSignature(wallet: string, digest: string, signature: string): Promise<boolean>;
}
