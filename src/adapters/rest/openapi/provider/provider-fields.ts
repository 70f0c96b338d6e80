import { DELIVERY_REASONS } from '../../../../core/prizes/delivery-checks.ts';
import type { JsonSchema } from '../openapi.ts';

/** The descriptions of request fields (interface 2.2); their limits come from the core. */
export const FIELD_MEANINGS: Readonly<Record<string, string>> = {
  giveawayId: "The provider's own identifier of the giveaway.",
  startTime: 'Seconds since the epoch: when round 0 opens, from which later rounds are computed.',
  endTime:
    'Seconds since the epoch, in the future: when the giveaway ends; 0 for never, which a draw allows only with rollingEveryDays.',
  determinationType: '0: the provider declares the winner; 1: it is drawn on chain.',
  requiresHandshake: 'Whether the winner confirms receipt before a delivery can be recorded.',
  providerPaysReceiptGas: 'Whether the provider may confirm receipt for the winner.',
  rollingEveryDays: 'Days between the starts of two rounds; 0 for a giveaway with one round.',
  rollingActiveDays: 'Days that a round is open; rollingEveryDays by default.',
  rollingEntriesCarryOver: 'Whether entries also count in later rounds.',
  winners: 'How many winners each round has; 1 by default.',
  alternates: 'How many alternates each round has, which take the places after the winners; 0 by default.',
  title: 'A title to show.',
  description: 'A description to show.',
  image: 'An absolute URI of https, http, ipfs or ar.',
  metadataUri: 'An absolute URI of https, http, ipfs or ar; may be empty.',
  passportId: 'The number of the passport.',
  amount: 'The number of entries.',
  reasonCode: "The provider's code for the reason; stored on chain.",
  evidence: "The provider's reference; only its hash with a random salt is stored on chain.",
  expectedOwnerWallet: 'The change is refused if the passport belongs to another wallet.',
  roundIndex: 'The round, counted from 0.',
  place: 'The place of the round, counted from 0: the winners first, then the alternates; 0 by default.',
  itemImage: 'An absolute URI: the image of the prize.',
  winnerImage: "An absolute URI: the winner's image.",
  imageURI: "An absolute URI: the winner's image.",
  assetContract:
    'The contract of the token that was delivered; 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE for the chain’s own currency (ERC-7528).',
  recipient: 'The present owner of the winning passport.',
  proofChainId: 'The chain that the prize was delivered on.',
  proofTxHash: 'The transaction that delivered it.',
  proofURI: 'An absolute URI of the proof; it is never fetched.',
  ownershipMode: 'The wallet that gets the passport, and the origin of the passport.',
  entrantWallet: "The entrant's wallet; with managed_wallet only a reference.",
  managedWallet: 'With managed_wallet: the wallet that gets the passport; by default a new one is created.',
  sourceWallet: 'With transfer_existing_passport: the present owner.',
  issue: 'Whether entries are issued; true when giveawayId is given.',
  maxTransfers: 'How often the new passport may be transferred; unlimited by default.',
  notify: 'Whether the entrant is notified by e-mail.',
  email: "The entrant's e-mail address; required to notify.",
  claimUrl: 'The URL where the entrant claims the passport; shown in the e-mail.',
};

/** A roundIndex that may be omitted. */
export const PENDING_ROUND =
  'The round, counted from 0; by default the oldest closed round that still needs this call and that no other call has claimed.';

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

/** The fields of results, by name. */
export const RESULT_FIELDS = {
  giveawayId: text("The provider's own identifier of the giveaway."),
  id: {
    type: 'string',
    pattern: '^gwy_[0-9a-f]{64}$',
    description: 'The id of the giveaway in this service, as in GraphQL.',
  },
  giveaway: hash("The giveaway's key on chain."),
  determinationType: { type: 'integer', enum: [0, 1], description: '0: declared; 1: drawn on chain.' },
  passportId: whole('The number of the passport.'),
  amount: whole('The requested number of entries.'),
  reasonCode: whole("The provider's code for the reason."),
  roundIndex: whole(
    'The round, counted from 0; for a removal from several rounds the newest of them, as for entries and roundTotal.',
  ),
  place: whole('The place of the round, counted from 0; absent for the first one.'),
  decided: whole('How many places of the round have a winner, after a draw of several.'),
  winners: whole('How many winners each round has; absent for one without alternates, as is alternates.'),
  alternates: whole('How many alternates each round has.'),
  entries: whole("What the passport holds of the round's own entries after the change."),
  roundTotal: whole("What is left of the round's own entries after the change."),
  entriesCounted: whole(
    'The entries of the passport that count in the open round after the change: with carry-over also those of earlier rounds.',
  ),
  roundEntriesCounted: whole('The entries of all passports that count in the open round after the change.'),
  ownerWallet: address('The owner of the passport.'),
  beaconRound: whole('The round of the beacon that decided the draw.'),
  randomness: hash('The randomness of that round.'),
  total: whole('The entries that the draw counted.'),
  ticket: whole('The entry that won, counted from 0.'),
  metadataUri: text('The value on chain.'),
  imageURI: text('The value on chain.'),
  assetContract: address('The contract of the token that was delivered.'),
  recipient: address('The owner of the winning passport.'),
  proofChainId: whole('The chain that the prize was delivered on.'),
  proofTxHash: hash('The transaction that delivered it.'),
  proofURI: text('The URI of the proof.'),
  revision: whole('The number of the delivery, counted from 1: a later one corrects those before it.'),
  ownershipMode: {
    type: 'string',
    enum: ['direct_entrant_wallet', 'managed_wallet', 'transfer_existing_passport'],
    description: 'The wallet that got the passport, and the origin of the passport.',
  },
  managedWallet: address('The managed wallet that holds the passport.'),
  sourceWallet: address('The previous owner of the passport.'),
  entrantWallet: address("The entrant's wallet."),
  notification: {
    type: ['string', 'null'],
    enum: ['QUEUED', null],
    description: 'QUEUED if an e-mail will be sent when the operation is confirmed.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
export type ResultField = keyof typeof RESULT_FIELDS;

const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [String(schema['type']), 'null'] });

/** What the check of a recorded delivery has found: further fields of the result when its operation is read. */
export const DELIVERY_CHECK_FIELDS: Readonly<Record<string, JsonSchema>> = {
  verification: {
    type: 'string',
    enum: ['PENDING', 'VERIFIED', 'MISMATCH', 'UNVERIFIABLE'],
    description: 'Of a recorded delivery: the result of checking its proof on the chain that it names.',
  },
  verificationReason: {
    type: ['string', 'null'],
    enum: [...DELIVERY_REASONS, null],
    description: 'Why it is not VERIFIED; null if it is, and before the first check.',
  },
  verifiedAt: nullable({ ...text('When it was verified.'), format: 'date-time' }),
  transferredAmount: nullable(
    text('The amount that was moved, decimal, in the smallest unit of the asset; 1 for a token of ERC-721.'),
  ),
  transferredTokenId: nullable(text('The number of the token that was moved, decimal.')),
  transferredFrom: nullable(address('The wallet that it came from.')),
  transferredAt: nullable({ ...text('The time of the block that moved it.'), format: 'date-time' }),
  sender: nullable(address('The wallet that sent the transaction.')),
  byProvider: {
    type: ['boolean', 'null'],
    description: 'Whether one of these wallets is registered for the provider.',
  },
};
