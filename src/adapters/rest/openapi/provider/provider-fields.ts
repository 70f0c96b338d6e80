import type { JsonSchema } from '../openapi.ts';

/** What the fields of requests mean (interface 2.2); their limits come from the core. */
export const FIELD_MEANINGS: Readonly<Record<string, string>> = {
  giveawayId: "The provider's own identifier of the giveaway.",
  startTime: 'Seconds since the epoch: where round 0 opens, and what later rounds are counted from.',
  endTime: 'Seconds since the epoch: where the giveaway ends; 0 for never.',
  determinationType: '0: the provider declares the winner; 1: it is drawn on chain.',
  requiresHandshake: 'Whether the winner confirms receipt before a delivery can be recorded.',
  providerPaysReceiptGas: 'Whether the provider may confirm receipt for the winner.',
  rollingEveryDays: 'Days from one round to the next; 0 for a giveaway of one round.',
  rollingActiveDays: 'Days that a round is open; rollingEveryDays when left out.',
  rollingEntriesCarryOver: 'Whether entries count in later rounds too.',
  title: 'A title to show.',
  description: 'A description to show.',
  image: 'An absolute URI of https, http, ipfs or ar.',
  metadataUri: 'An absolute URI of https, http, ipfs or ar; may be empty.',
  passportId: 'The number of the passport.',
  amount: 'How many entries.',
  reasonCode: "The provider's code for why; it stands on chain.",
  evidence: "The provider's reference; only its hash stands on chain.",
  expectedOwnerWallet: 'Refuses the change when the passport belongs to another wallet.',
  roundIndex: 'The round, counted from 0.',
  itemImage: 'An absolute URI: what is to be won.',
  winnerImage: "An absolute URI: the winner's image.",
  imageURI: "An absolute URI: the winner's image.",
  assetContract:
    'The contract of the token that was delivered; 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE for the chain’s own currency (ERC-7528).',
  recipient: "The winner's wallet.",
  proofChainId: 'The chain that the prize was delivered on.',
  proofTxHash: 'The transaction that delivered it.',
  proofURI: 'An absolute URI of the proof; it is never fetched.',
  ownershipMode: 'Whose wallet gets which passport.',
  entrantWallet: "The entrant's wallet; with managed_wallet only a reference.",
  managedWallet: 'With managed_wallet: the wallet that gets the passport; without it a new one is made.',
  sourceWallet: 'With transfer_existing_passport: who holds the passport now.',
  issue: 'Whether entries are issued; true when giveawayId is given.',
  maxTransfers: 'How often the new passport may change hands; without limit when left out.',
  notify: 'Whether the entrant is told by e-mail.',
  email: "The entrant's e-mail address; required to notify.",
  claimUrl: 'Where the entrant claims; it stands in the e-mail.',
};

/** Where a round may be left out. */
export const PENDING_ROUND =
  'The round, counted from 0; when left out, the oldest closed one that still needs this and that no other call has taken.';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const whole = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
const address = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: `${description} EIP-55.`,
});
const hash = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^0x[0-9a-f]{64}$',
  description,
});

/** What results tell, by name. */
export const RESULT_FIELDS = {
  giveawayId: text("The provider's own identifier of the giveaway."),
  id: {
    type: 'string',
    pattern: '^gwy_[0-9a-f]{64}$',
    description: 'The id of the giveaway in this service, as GraphQL has it.',
  },
  giveaway: hash("The giveaway's key on chain."),
  determinationType: { type: 'integer', enum: [0, 1], description: '0: declared; 1: drawn on chain.' },
  passportId: whole('The number of the passport.'),
  amount: whole('How many entries were asked for.'),
  reasonCode: whole("The provider's code for why."),
  roundIndex: whole('The round, counted from 0.'),
  entries: whole('What the passport holds in the round now.'),
  roundTotal: whole('All entries of the round now.'),
  ownerWallet: address('Who owns the passport.'),
  beaconRound: whole('The round of the beacon that decided the draw.'),
  randomness: hash('The randomness of that round.'),
  total: whole('The entries that the draw counted.'),
  ticket: whole('The entry that won, counted from 0.'),
  metadataUri: text('As it stands on chain.'),
  imageURI: text('As it stands on chain.'),
  assetContract: address('The contract of the token that was delivered.'),
  recipient: address("The winner's wallet."),
  proofChainId: whole('The chain that the prize was delivered on.'),
  proofTxHash: hash('The transaction that delivered it.'),
  proofURI: text('Of the proof.'),
  ownershipMode: {
    type: 'string',
    enum: ['direct_entrant_wallet', 'managed_wallet', 'transfer_existing_passport'],
    description: 'Whose wallet got which passport.',
  },
  managedWallet: address('The managed wallet that holds the passport.'),
  sourceWallet: address('Who held the passport before.'),
  entrantWallet: address("The entrant's wallet."),
  notification: {
    type: ['string', 'null'],
    enum: ['QUEUED', null],
    description: 'QUEUED when an e-mail goes out once the operation is confirmed.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
export type ResultField = keyof typeof RESULT_FIELDS;
