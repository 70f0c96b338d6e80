import type { PageRequest } from '../values/paging.ts';

/** What of the chain everybody may read, by what it belongs to. Nothing else can be read through ChainReads. */
export const CHAIN_COLUMNS = {
  giveaway: [
    'id',
    'key',
    'providerKey',
    'externalId',
    'startTime',
    'endTime',
    'determination',
    'requiresHandshake',
    'providerPaysReceiptGas',
    'entriesCarryOver',
    'everyDays',
    'activeDays',
    'beacon',
    'beaconMargin',
    'metadataHash',
    'metadataUri',
    /** The texts of `metadataHash`; null when the service does not know them. */
    'title',
    'description',
    'image',
    'signer',
    'createdAt',
    'createdBlock',
    'transactionHash',
    /** The time of the chain, null while nothing is indexed: the clock that rounds open and close by. */
    'chainTime',
  ],
  round: [
    'index',
    'ownTotal',
    /** Entries of the earlier rounds, where they carry over. */
    'earlierTotal',
    'holders',
    'metadataHash',
    'metadataUri',
    'imageHash',
    'imageUri',
    /** The texts of `metadataHash`; null when the service does not know them. */
    'title',
    'description',
    'itemImage',
    /** That of the texts, or `imageUri`, whichever was set later. */
    'winnerImage',
    'winnerPassportId',
    'winnerWallet',
    'decidedAt',
    'decidedBlock',
    'decidedBlockHash',
    'decidedTransactionHash',
    'beaconRound',
    'beaconSignature',
    'randomness',
    'drawTotal',
    'drawTicket',
    'receiptBy',
    'receiptByProvider',
    'receiptAt',
    'receiptTransactionHash',
    'deliveryAssetContract',
    'deliveryRecipient',
    'deliveryChainId',
    'deliveryProofTransactionHash',
    'deliveryProofUri',
    'deliveredAt',
    'deliveryTransactionHash',
    /** What came of checking the delivery; null while nothing has. */
    'deliveryVerdict',
    'deliveryCheckedAt',
  ],
  /** The passport that won the round. */
  winner: ['id', 'owner', 'maxTransfers', 'transfersUsed', 'mintedAt', 'mintedBlock'],
  passport: ['id', 'owner', 'maxTransfers', 'transfersUsed', 'mintedAt', 'mintedBlock'],
  entry: ['leaf', 'entries', 'changedAt'],
  change: [
    'block',
    'logIndex',
    'removed',
    'amount',
    'entries',
    'reasonCode',
    'evidence',
    'owner',
    'signer',
    'changedAt',
    'transactionHash',
  ],
  transfer: ['block', 'logIndex', 'from', 'to', 'transferredAt', 'transactionHash'],
} as const;

type Columns = typeof CHAIN_COLUMNS;
export type Subject = keyof Columns;
export type ChainColumn = { [S in Subject]: `${S}.${Columns[S][number]}` }[Subject];

/**
 * What can be read, by which keys, and what its rows tell of. Lists come page by page in the order that their name
 * says; the others have at most one row a key.
 */
export const CHAIN_SOURCES = {
  /** By giveaway. */
  giveaway: ['giveaway'],
  /** All, newest first. No key. */
  giveaways: ['giveaway'],
  /** By the provider's key on chain, newest first. */
  giveawaysOfProvider: ['giveaway'],
  /** By passport: where it ever held entries, newest first. */
  giveawaysOfPassport: ['giveaway'],
  /** By giveaway and index, whether something happened in the round or not. */
  round: ['round', 'winner', 'giveaway'],
  /**
   * By giveaway, first and last index, and whether entries carry over: rounds in which something happened, in any
   * order; at least one row, with no index when there is none. `earlierTotal` is that of the first index in every row.
   */
  rounds: ['round', 'winner'],
  /** By giveaway, index and passport. */
  entry: ['entry', 'passport', 'round', 'winner', 'giveaway'],
  /** By giveaway and index, by leaf. */
  entriesOfRound: ['entry', 'passport'],
  /** By passport, newest change first. */
  entriesOfPassport: ['entry', 'round', 'winner', 'giveaway'],
  /** By giveaway, index and passport, oldest first. */
  changesOfEntry: ['change'],
  /** By block and log. */
  change: ['change'],
  /** By passport number. */
  passport: ['passport'],
  /** By owner (EIP-55), by number. */
  passportsOfOwner: ['passport'],
  /** By passport, oldest first; without the mint. */
  transfersOfPassport: ['transfer'],
  /** By block and log. */
  transfer: ['transfer'],
} as const satisfies Record<string, readonly Subject[]>;
export type ChainSource = keyof typeof CHAIN_SOURCES;

export type ChainCell = string | number | boolean | null;
/**
 * The place of its key among the keys, then the columns asked for. Whole numbers are decimal texts, instants ISO 8601
 * texts (UTC, ms). A row belongs to who read it, and may be written to.
 */
export type ChainRow = ChainCell[];

/** A source that is read for what another one finds, in a tree of which every node stands behind the one above it. */
export interface ChainNode {
  readonly source: ChainSource;
  /** The place of the node above in the list; -1 for the first node. */
  readonly above: number;
  /** Values, or columns of nodes above by their place in the list. */
  readonly key: readonly (
    { readonly value: ChainCell } | { readonly node: number; readonly column: number }
  )[];
  readonly columns: readonly ChainColumn[];
  readonly page?: PageRequest;
}

/** Reads what the chain says. */
export interface ChainReads {
  /** One statement, however many keys. */
  read(
    source: ChainSource,
    keys: readonly (readonly ChainCell[])[],
    columns: readonly ChainColumn[],
    page?: PageRequest,
  ): Promise<ChainRow[]>;
  /**
   * A whole tree in one statement: what was found for each node, rows found for the same row together and in reading
   * order. The row that a page has beyond its size comes with nothing below it.
   */
  readTree(nodes: readonly ChainNode[]): Promise<readonly ChainTreeLevel[]>;
}

/** The rows of one node, what they are called, and for which row of the node above each was found (0 for the first node). */
export interface ChainTreeLevel {
  /** As `read` gives them; the first cell means nothing. */
  readonly rows: readonly ChainRow[];
  readonly ids: readonly number[];
  readonly aboves: readonly number[];
}

/** The most nodes of a tree. */
export const MOST_NODES = 32;
