/** How many winners each round of a giveaway has, and how many alternates after them. */
export interface GiveawayPlaces {
  readonly winners: number;
  readonly alternates: number;
}

/** The options of a new giveaway as the contracts take them; times in Unix seconds, `endTime` 0 for no end. */
export interface GiveawayCallOptions {
  readonly externalId: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly determination: 'PROVIDER_DECLARED' | 'ON_CHAIN_RANDOM';
  readonly requiresHandshake: boolean;
  readonly providerPaysReceiptGas: boolean;
  readonly entriesCarryOver: boolean;
  /** 0 for a giveaway of one round. */
  readonly everyDays: number;
  readonly activeDays: number;
  /** The beacon's address, null unless the winner is drawn. */
  readonly beacon: string | null;
  /** Seconds after a round's close before which no beacon round may decide it. */
  readonly beaconMargin: number;
  readonly metadataHash: string | null;
  readonly metadataUri: string;
}

/** The entries that a provision issues in the same transaction. */
export interface ProvisionedEntries {
  readonly giveaway: string;
  readonly amount: number;
  readonly reasonCode: number;
  readonly evidence: string | null;
}

/** A place of a round after the first one, counted from 0; absent for the first one. */
interface OfPlace {
  readonly place?: number;
}

/**
 * The contract call that carries out an operation, with its arguments. Keys and hashes are 32 bytes as 0x hex;
 * `giveaway` and `provider` are keys on chain.
 */
export type ChainCall =
  | {
      readonly kind: 'create-giveaway';
      readonly provider: string;
      readonly options: GiveawayCallOptions;
      /** Absent for one winner without alternates. */
      readonly places?: GiveawayPlaces;
    }
  | {
      readonly kind: 'change-entries';
      readonly giveaway: string;
      readonly passportId: number;
      readonly amount: number;
      readonly remove: boolean;
      readonly reasonCode: number;
      readonly evidence: string | null;
      /** Null accepts any owner. */
      readonly expectedOwner: string | null;
    }
  | {
      readonly kind: 'declare-winner';
      readonly giveaway: string;
      readonly round: number;
      readonly passportId: number;
    }
  | {
      readonly kind: 'draw-winner';
      readonly giveaway: string;
      readonly round: number;
      /** The beacon's signature as drand publishes it, a compressed point of 48 bytes as 0x hex. */
      readonly signature: string;
      /** How many tickets to draw at most; absent where a round has one place. */
      readonly tickets?: number | undefined;
    }
  | { readonly kind: 'void-round'; readonly giveaway: string; readonly round: number }
  | ({ readonly kind: 'confirm-receipt'; readonly giveaway: string; readonly round: number } & OfPlace)
  | ({
      readonly kind: 'set-round-metadata';
      readonly giveaway: string;
      readonly round: number;
      readonly metadataHash: string | null;
      readonly metadataUri: string;
    } & OfPlace)
  | ({
      readonly kind: 'set-round-image';
      readonly giveaway: string;
      readonly round: number;
      readonly imageHash: string | null;
      readonly imageUri: string;
    } & OfPlace)
  | ({
      readonly kind: 'record-prize-delivery';
      readonly giveaway: string;
      readonly round: number;
      readonly assetContract: string;
      readonly recipient: string;
      readonly proofChainId: number;
      readonly proofTransactionHash: string;
      readonly proofUri: string;
    } & OfPlace)
  | {
      readonly kind: 'provision-mint';
      readonly provider: string;
      readonly to: string;
      /** Null for no limit. */
      readonly maxTransfers: number | null;
      readonly entries: ProvisionedEntries | null;
    }
  | {
      readonly kind: 'provision-transfer';
      readonly provider: string;
      readonly passportId: number;
      readonly from: string;
      readonly to: string;
      /** When the owner's permit expires, in Unix seconds; 0 without a permit. */
      readonly deadline: number;
      /** The owner's permit, 0x hex; null when the owner has approved the signer in the passport contract. */
      readonly signature: string | null;
      readonly entries: ProvisionedEntries | null;
    }
  | {
      readonly kind: 'set-provider-signer';
      readonly provider: string;
      readonly signer: string;
      readonly allowed: boolean;
    };

export type ChainCallKind = ChainCall['kind'];

/** A change of a passport's entries. */
export type EntryChangeCall = Extract<ChainCall, { readonly kind: 'change-entries' }>;
/** A passport for an entrant: a new one, or one that moves. */
export type Provision = Extract<ChainCall, { readonly kind: 'provision-mint' | 'provision-transfer' }>;
