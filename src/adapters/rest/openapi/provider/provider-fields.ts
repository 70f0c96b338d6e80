import { DELIVERY_REASONS } from '../../../../core/prizes/delivery-checks.ts';
import type { JsonSchema } from '../openapi.ts';

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
