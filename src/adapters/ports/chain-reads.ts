import type { PageRequest } from '../../core/values/paging.ts';

/** The public columns of the chain's projection, by subject. ChainReads reads no others. */
export const CHAIN_COLUMNS = {
  giveaway: [
    'id',
    'key',
    /** The chain and the contract that created it; null while nothing is indexed. */
    'chainId',
    'hub',
    /** The first block that can have events of that contract; null while nothing is indexed. */
    'hubBlock',
    'providerKey',
    'externalId',
    /** The provider's name; null when the service does not know the provider. */
    'providerName',
    /** The instant by which a list of giveaways is ordered. */
    'position',
    'startTime',
    'endTime',
    'determination',
    /** The places of each round: so many winners, and then alternates. */
    'winners',
    'alternates',
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
    /** The time of the latest indexed block, which decides whether rounds are open; null while nothing is indexed. */
    'chainTime',
  ],
  round: [
    'index',
    /** The place that winner, draw, receipt, texts, image and delivery are of: 0, unless places are read. */
    'place',
    /** The instant by which a list of rounds is ordered. */
    'position',
    /** The entries issued less those removed, of any round, while the round was open. */
    'netEntries',
    /** The entries that carried over into the round when it opened. */
    'earlierTotal',
    /** The passports that still hold entries of the round itself. */
    'holders',
    /** The entries issued in the round itself less those of them that were removed until it closed. */
    'issuedEntries',
    /** The passports that held entries of the round itself when it closed. */
    'issuedHolders',
    'metadataHash',
    'metadataUri',
    'imageHash',
    'imageUri',
    /** The texts of `metadataHash`; null when the service does not know them. */
    'title',
    'description',
    'itemImage',
    /** The winner image of the texts, or `imageUri`, whichever was set later. */
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
    /** The number of tickets that were drawn before; null unless the place was drawn. */
    'ticketsBefore',
    /** The places that have a winner, and those whose prize was delivered. */
    'decidedPlaces',
    'deliveredPlaces',
    /** Whether more places are to be drawn. */
    'isDrawing',
    'receiptBy',
    'receiptByProvider',
    'receiptAt',
    'receiptTransactionHash',
    /** When the round was marked void because its beacon stayed silent. */
    'voidedAt',
  ],
  /** A recorded delivery of the prize; of a round's deliveries the latest one, unless they are listed. */
  delivery: [
    'revision',
    'signer',
    'assetContract',
    'recipient',
    'proofChainId',
    'proofTransactionHash',
    'proofUri',
    'recordedAt',
    'transactionHash',
    /** The verdict of the delivery's check; null until there is one. */
    'verdict',
    'checkedAt',
    'reason',
    /** Of the transfer that proves the delivery. */
    'amount',
    'tokenId',
    'from',
    'sender',
    'byProvider',
    'transferredAt',
  ],
  /** The passport that won the round, or a place of it. */
  winner: ['id', 'owner', 'maxTransfers', 'transfersUsed', 'mintedAt', 'mintedBlock'],
  passport: ['id', 'owner', 'maxTransfers', 'transfersUsed', 'mintedAt', 'mintedBlock'],
  entry: [
    'leaf',
    /** What is left of them now. */
    'entries',
    /** As many as there were when their round closed. */
    'issued',
    /** As many as count in the round whose counted entries are read; elsewhere in their own round. */
    'counted',
    'changedAt',
  ],
  change: [
    'block',
    'logIndex',
    'openRound',
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
  provision: [
    'block',
    'logIndex',
    'providerKey',
    'signer',
    'from',
    'to',
    'minted',
    'provisionedAt',
    'transactionHash',
  ],
} as const;

type Columns = typeof CHAIN_COLUMNS;
export type Subject = keyof Columns;
export type ChainColumn = { [S in Subject]: `${S}.${Columns[S][number]}` }[Subject];

/**
 * The sources of ChainReads: the keys of each (in its comment), and the subjects whose columns its rows have. Sources
 * with an order in their comment are lists that are read by page; the others have at most one row for each key.
 */
export const CHAIN_SOURCES = {
  /** By giveaway. */
  giveaway: ['giveaway'],
  /** All giveaways, newest first. No key. */
  giveaways: ['giveaway'],
  /** By the provider's key on chain, newest first. */
  giveawaysOfProvider: ['giveaway'],
  /** These four: by provider (ignored), and the instants after and before which they end; in the order of their start or end. */
  giveawaysScheduled: ['giveaway'],
  giveawaysRunning: ['giveaway'],
  giveawaysEnded: ['giveaway'],
  giveawaysEnding: ['giveaway'],
  /** The same, of the provider. */
  giveawaysOfProviderScheduled: ['giveaway'],
  giveawaysOfProviderRunning: ['giveaway'],
  giveawaysOfProviderEnded: ['giveaway'],
  giveawaysOfProviderEnding: ['giveaway'],
  /** By words (a tsquery), provider, state, and the instants after and before which they end; newest first. */
  giveawaysFound: ['giveaway'],
  /** By passport: the giveaways in which it ever held entries, newest first. */
  giveawaysOfPassport: ['giveaway'],
  /** By giveaway and index; also a round without any event has a row. */
  round: ['round', 'winner', 'delivery', 'giveaway'],
  /**
   * By giveaway, first and last index, and whether entries carry over: the rounds with events, in any order. There is at
   * least one row, whose index is null when no round has events. In every row `earlierTotal` is that of the first index.
   */
  rounds: ['round', 'winner', 'delivery'],
  /** By giveaway and index, ordered by revision: those of the first place. */
  deliveriesOfRound: ['delivery'],
  /** By giveaway, index and place; of a round, what is read of it is that of the place. */
  place: ['round', 'winner', 'delivery', 'giveaway'],
  /** By giveaway and index: the places with a winner, in their order. */
  placesOfRound: ['round', 'winner', 'delivery'],
  /** By giveaway, index and place: a place with a winner. */
  placeAt: ['round', 'winner', 'delivery'],
  /** By giveaway, index and passport: the place that the passport has. */
  placeOfPassport: ['round', 'winner', 'delivery'],
  /** By giveaway, index and place, ordered by revision. */
  deliveriesOfPlace: ['delivery'],
  /** By passport: the rounds in which it won a prize, latest decision first. */
  roundsWonBy: ['round', 'winner', 'delivery', 'giveaway'],
  /** By giveaway, index and passport. */
  entry: ['entry', 'passport', 'round', 'winner', 'delivery', 'giveaway'],
  /** By giveaway and index, ordered by leaf. */
  entriesOfRound: ['entry', 'passport'],
  /** By giveaway and index: the entries that count in the round, in the order of their tickets. */
  countedEntriesOfRound: ['entry', 'passport', 'round', 'winner', 'delivery', 'giveaway'],
  /** By passport, newest change first. */
  entriesOfPassport: ['entry', 'round', 'winner', 'delivery', 'giveaway'],
  /** By giveaway and passport, latest round first. */
  entriesOfPassportIn: ['entry', 'passport', 'round', 'winner', 'delivery', 'giveaway'],
  /** By giveaway, index and passport, oldest first. */
  changesOfEntry: ['change'],
  /** By block number and log index. */
  change: ['change'],
  /** By passport number. */
  passport: ['passport'],
  /** By owner (EIP-55), ordered by number. */
  passportsOfOwner: ['passport'],
  /** By passport, oldest first; without the mint. */
  transfersOfPassport: ['transfer'],
  /** By block number and log index. */
  transfer: ['transfer'],
  /** By passport, oldest first. */
  provisionsOfPassport: ['provision'],
} as const satisfies Record<string, readonly Subject[]>;
export type ChainSource = keyof typeof CHAIN_SOURCES;

export type ChainCell = string | number | boolean | null;
/**
 * The index of the row's key in the list of keys, then the requested columns. Whole numbers are decimal texts, instants
 * ISO 8601 texts (UTC, ms). The caller owns the row and may change it.
 */
export type ChainRow = ChainCell[];

/** A node of a tree of reads: its source is read with keys from the rows of its parent. Parents precede their children. */
export interface ChainNode {
  readonly source: ChainSource;
  /** The index of the parent in the list of nodes; -1 for the first node. */
  readonly above: number;
  /** Each member of the key: a value, or a column of an ancestor, which is named by its index in the list of nodes. */
  readonly key: readonly (
    | { readonly value: ChainCell }
    | { readonly node: number; readonly column: number }
  )[];
  readonly columns: readonly ChainColumn[];
  readonly page?: PageRequest;
}

/** Reads the projection of the chain. */
export interface ChainReads {
  /** Reads the rows of all keys in one statement. */
  read(
    source: ChainSource,
    keys: readonly (readonly ChainCell[])[],
    columns: readonly ChainColumn[],
    page?: PageRequest,
  ): Promise<ChainRow[]>;
  /**
   * Reads a whole tree in one statement, one level for each node. Rows of the same parent row are adjacent and in reading
   * order. The extra row that a page has beyond its size has no rows below it.
   */
  readTree(nodes: readonly ChainNode[]): Promise<readonly ChainTreeLevel[]>;
}

/** The rows of one node, their ids, and the id of each row's parent row (0 for the first node). */
export interface ChainTreeLevel {
  /** As `read` returns them, except that the first cell has no meaning. */
  readonly rows: readonly ChainRow[];
  readonly ids: readonly number[];
  readonly aboves: readonly number[];
}

/** The most nodes of a tree. */
export const MAX_NODES = 32;
