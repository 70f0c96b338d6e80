import {
  ConfirmReceiptByProvider,
  CreateGiveaway,
  DeclareWinner,
  DrawWinner,
  IssueEntries,
  ProvisionEntrant,
  RecordPrizeDelivery,
  RemoveEntries,
  SetRoundImage,
  SetRoundMetadata,
  type Document,
  type OperationFieldsFragment,
} from '../documents.ts';

/** The kind of an option's value: it decides how a text of the command line is read. */
export type FieldKind = 'text' | 'number' | 'time' | 'flag' | 'boolean' | 'choice';

/** The fields of the operations' inputs, each an option of the same name in kebab case. */
export const OPERATION_FIELDS = {
  giveawayId: ['text', 'your own identifier of the giveaway'],
  roundIndex: [
    'number',
    'round, counted from 0; for some commands by default the oldest one that needs the call',
  ],
  place: ['number', 'place of the round, counted from 0: winners, then alternates; 0 by default'],
  passportId: ['number', 'number of the passport'],
  amount: ['number', 'number of entries, 1 to 4294967295'],
  reasonCode: ['number', 'your own code of the reason, 0 to 65535'],
  evidence: ['text', 'your own reference; only its hash with a random salt is stored on the chain'],
  expectedOwnerWallet: ['text', 'refuses the change if the passport belongs to another wallet'],
  startTime: ['time', 'when round 0 opens, as an instant or in Unix seconds'],
  endTime: ['time', 'when it ends, as an instant or in Unix seconds; 0 never'],
  determinationType: ['choice', 'how winners are determined: provider-declared or on-chain-random'],
  requiresHandshake: ['flag', 'the winner confirms receipt before a delivery can be recorded'],
  providerPaysReceiptGas: ['flag', 'the provider may confirm receipt for the winner'],
  rollingEveryDays: ['number', 'days between the starts of two rounds; 0 for one round'],
  rollingActiveDays: ['number', 'days that a round is open'],
  rollingEntriesCarryOver: ['flag', 'entries also count in later rounds'],
  winners: ['number', 'winners of each round, 1 to 100; 1 by default'],
  alternates: ['number', 'alternates of each round after its winners, 0 to 100; 0 by default'],
  title: ['text', 'public title'],
  description: ['text', 'public description'],
  image: ['text', 'URI of an image'],
  metadataUri: ['text', 'URI of a document about it'],
  itemImage: ['text', 'URI of the image of the prize'],
  winnerImage: ['text', "URI of the winner's image"],
  imageURI: ['text', "URI of the winner's image"],
  assetContract: ['text', 'contract of the token that was delivered'],
  recipient: ['text', 'present owner of the winning passport'],
  proofChainId: ['number', 'chain that the prize was delivered on'],
  proofTxHash: ['text', 'transaction that delivered it'],
  proofURI: ['text', 'URI of further evidence'],
  ownershipMode: ['choice', 'direct-entrant-wallet, managed-wallet or transfer-existing-passport'],
  entrantWallet: ['text', 'wallet that gets the passport'],
  managedWallet: ['text', 'managed wallet that gets the passport; by default a new one'],
  sourceWallet: ['text', 'present owner of the passport to transfer'],
  issue: ['boolean', 'true or false: whether to issue entries; true with a giveaway'],
  maxTransfers: ['number', 'how often a new passport may be transferred; unlimited by default'],
  notify: ['flag', 'sends the entrant an e-mail'],
  email: ['text', "the entrant's e-mail address"],
  claimUrl: ['text', 'URL where the entrant claims the passport'],
  acknowledgedOwnerWallet: ['text', 'acknowledges this new owner'],
  idempotencyKey: ['text', 'repetitions with the same key have no second effect'],
  wait: ['number', 'seconds to wait for the chain, 0 to 60'],
} as const satisfies Readonly<Record<string, readonly [FieldKind, string]>>;

export type OperationField = keyof typeof OPERATION_FIELDS;

interface Requested {
  readonly requested: { readonly replayed: boolean; readonly operation: OperationFieldsFragment };
}

/** A mutation that requests an operation. */
export interface OperationCommand {
  readonly document: Document<Requested, never>;
  readonly what: string;
  readonly fields: readonly OperationField[];
}

const EVERY = ['idempotencyKey', 'wait'] as const;
const CHANGE = [
  'giveawayId',
  'passportId',
  'amount',
  'reasonCode',
  'evidence',
  'expectedOwnerWallet',
] as const;

/** The operations of providers by their mutation; the command is the name of the endpoint. A test compares them with the schema. */
export const OPERATION_COMMANDS: Readonly<Record<string, OperationCommand>> = {
  createGiveaway: {
    document: CreateGiveaway,
    what: 'creates a giveaway',
    fields: [
      ...(['giveawayId', 'startTime', 'endTime', 'determinationType', 'requiresHandshake'] as const),
      ...(['providerPaysReceiptGas', 'rollingEveryDays', 'rollingActiveDays'] as const),
      ...(['rollingEntriesCarryOver', 'winners', 'alternates', 'title', 'description', 'image'] as const),
      ...(['metadataUri', ...EVERY] as const),
    ],
  },
  issueEntries: {
    document: IssueEntries,
    what: 'adds entries of a passport in the open round',
    fields: [...CHANGE, ...EVERY],
  },
  removeEntries: {
    document: RemoveEntries,
    what: 'removes entries of a passport',
    fields: [...CHANGE, ...EVERY],
  },
  declareWinner: {
    document: DeclareWinner,
    what: 'declares the winner of a closed round, or of its next place',
    fields: ['giveawayId', 'passportId', 'roundIndex', ...EVERY],
  },
  drawWinner: {
    document: DrawWinner,
    what: 'draws the winner of a closed round',
    fields: ['giveawayId', 'roundIndex', ...EVERY],
  },
  confirmReceiptByProvider: {
    document: ConfirmReceiptByProvider,
    what: 'confirms receipt of the prize for the winner',
    fields: ['giveawayId', 'roundIndex', 'place', ...EVERY],
  },
  setRoundMetadata: {
    document: SetRoundMetadata,
    what: 'sets the texts and images of a round',
    fields: [
      ...(['giveawayId', 'roundIndex', 'place', 'metadataUri', 'title', 'description'] as const),
      ...(['itemImage', 'winnerImage', ...EVERY] as const),
    ],
  },
  setRoundImage: {
    document: SetRoundImage,
    what: 'sets the image of the winner of a round',
    fields: ['giveawayId', 'roundIndex', 'place', 'imageURI', ...EVERY],
  },
  recordPrizeDelivery: {
    document: RecordPrizeDelivery,
    what: 'records that the prize was delivered, or corrects it',
    fields: [
      ...(['giveawayId', 'roundIndex', 'place', 'assetContract', 'recipient'] as const),
      ...(['proofChainId', 'proofTxHash', 'proofURI', ...EVERY] as const),
    ],
  },
  provisionEntrant: {
    document: ProvisionEntrant,
    what: 'gives an entrant a passport, and entries',
    fields: [
      ...(['ownershipMode', 'entrantWallet', 'managedWallet', 'sourceWallet', 'passportId'] as const),
      ...(['giveawayId', 'issue', 'amount', 'reasonCode', 'evidence', 'maxTransfers'] as const),
      ...(['notify', 'email', 'claimUrl', ...EVERY] as const),
    ],
  },
};
