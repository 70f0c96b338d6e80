import { REQUEST_EXAMPLES } from '../../../../core/provider-api/request-examples.ts';
import type { ResultField } from './provider-fields.ts';

/** The documentation of an endpoint that changes the chain. */
export interface DocumentedOperation {
  readonly summary: string;
  readonly description: string;
  /** Fields of every response. */
  readonly always: readonly ResultField[];
  /** Fields of responses for which they apply, or after the contracts have returned them. */
  readonly sometimes: readonly ResultField[];
  /** Requests by the names of their examples. */
  readonly requests: Readonly<Record<string, object>>;
  /** The response to the first of them. */
  readonly result: Readonly<Partial<Record<ResultField, unknown>>>;
}

const { change } = REQUEST_EXAMPLES['issue-entries'];
const { delivery } = REQUEST_EXAMPLES['record-prize-delivery'];
const { image } = REQUEST_EXAMPLES['set-round-image'];
const { giveawayId, passportId, amount, reasonCode, expectedOwnerWallet: OWNER } = change;
const ROUND = { giveawayId, roundIndex: 0 };
const KEY = '1f'.repeat(32);

const CHANGE = {
  always: ['giveawayId', 'passportId', 'amount', 'reasonCode'],
  sometimes: ['roundIndex', 'entries', 'roundTotal', 'entriesCounted', 'roundEntriesCounted', 'ownerWallet'],
} as const;
const changed = { ...ROUND, passportId, amount, reasonCode, ownerWallet: OWNER };

/** The endpoints of PROVIDER_OPERATIONS by their names. */
export const DOCUMENTED_OPERATIONS: Readonly<Record<string, DocumentedOperation>> = {
  'create-giveaway': {
    summary: 'Create a giveaway',
    description:
      'Creates a giveaway with one round, or with rollingEveryDays a rolling one. Its giveawayId is unique per provider: another provider may use the same.',
    always: ['giveawayId', 'id', 'determinationType'],
    sometimes: ['giveaway', 'winners', 'alternates'],
    requests: REQUEST_EXAMPLES['create-giveaway'],
    result: { giveawayId, id: `gwy_${KEY}`, determinationType: 1, giveaway: `0x${KEY}` },
  },
  'issue-entries': {
    summary: 'Issue entries',
    description: 'Adds entries of a passport in the open round.',
    ...CHANGE,
    requests: REQUEST_EXAMPLES['issue-entries'],
    result: { ...changed, entries: 8, roundTotal: 120, entriesCounted: 8, roundEntriesCounted: 120 },
  },
  'remove-entries': {
    summary: 'Remove entries',
    description:
      'Removes entries of a passport: those of the open round first, then with carry-over those of its earlier rounds, the newest first. Entries of earlier rounds can be removed only when every closed round that counts them is decided or void (ROUND_UNSETTLED names the first one that is not).',
    ...CHANGE,
    requests: REQUEST_EXAMPLES['remove-entries'],
    result: { ...changed, entries: 2, roundTotal: 114, entriesCounted: 2, roundEntriesCounted: 114 },
  },
  'declare-winner': {
    summary: 'Declare the winner',
    description:
      'Declares the winner of a closed round, if determinationType is 0. Where a round has several places, the passport takes the next one: the winners first, then the alternates.',
    always: ['giveawayId', 'roundIndex', 'passportId'],
    sometimes: ['place', 'ownerWallet'],
    requests: REQUEST_EXAMPLES['declare-winner'],
    result: { ...ROUND, ...REQUEST_EXAMPLES['declare-winner'].latest, ownerWallet: OWNER },
  },
  'draw-winner': {
    summary: 'Draw the winner',
    description:
      "Draws the winner of a closed round on chain, if determinationType is 1. The beacon round that decides it is fixed when the round closes. Until the beacon has signed it, the answer is CONTRACT_REVERT with the reason BEACON_NOT_READY: retry after the time in Retry-After. One call draws all places of a round, or as many as a transaction may: repeat it until WINNER_ALREADY_SET. Anyone can verify the draw with GraphQL's drawProof.",
    always: ['giveawayId', 'roundIndex'],
    sometimes: ['passportId', 'ownerWallet', 'beaconRound', 'randomness', 'total', 'ticket', 'decided'],
    requests: REQUEST_EXAMPLES['draw-winner'],
    result: {
      ...ROUND,
      passportId,
      ownerWallet: OWNER,
      beaconRound: 12_345_678,
      randomness: `0x${'9d'.repeat(32)}`,
      total: 120,
      ticket: 41,
    },
  },
  'confirm-receipt-by-provider': {
    summary: 'Confirm receipt for the winner',
    description: 'Confirms receipt for the winner, if the giveaway has providerPaysReceiptGas.',
    always: ['giveawayId', 'roundIndex'],
    sometimes: ['place', 'passportId'],
    requests: REQUEST_EXAMPLES['confirm-receipt-by-provider'],
    result: { ...ROUND, ...REQUEST_EXAMPLES['confirm-receipt-by-provider'].latest, passportId },
  },
  'set-round-metadata': {
    summary: "Set a round's texts and images",
    description: 'Replaces all texts and images of a decided round.',
    always: ['giveawayId', 'roundIndex', 'metadataUri'],
    sometimes: ['place'],
    requests: REQUEST_EXAMPLES['set-round-metadata'],
    result: { ...ROUND, metadataUri: REQUEST_EXAMPLES['set-round-metadata'].texts.metadataUri },
  },
  'set-round-image': {
    summary: "Set the winner's image",
    description: "Sets the image of a decided round's winner.",
    always: ['giveawayId', 'roundIndex', 'imageURI'],
    sometimes: ['place'],
    requests: REQUEST_EXAMPLES['set-round-image'],
    result: image,
  },
  'record-prize-delivery': {
    summary: 'Record the delivery of the prize',
    description:
      'Records the proof that the prize was delivered to the present owner of the winning passport. A repeated call corrects the delivery: until receipt is confirmed, or, with requiresHandshake, where receipt is confirmed first, for 30 days after the first delivery. All deliveries stay visible. The service checks the proof of each on the chain that it names; GraphQL has the results.',
    always: [
      'giveawayId',
      'roundIndex',
      'assetContract',
      'recipient',
      'proofChainId',
      'proofTxHash',
      'proofURI',
    ],
    sometimes: ['place', 'revision'],
    requests: REQUEST_EXAMPLES['record-prize-delivery'],
    result: { ...delivery, revision: 1 },
  },
  'provision-entrant': {
    summary: 'Provision an entrant',
    description:
      'Provisions a passport for an entrant and, if a giveaway is named, entries, in one atomic transaction. The e-mail is sent when it is confirmed. direct_entrant_wallet needs entrantWallet. managed_wallet needs no wallet. transfer_existing_passport needs entrantWallet and sourceWallet, and passportId if the latter has several passports. To issue entries needs giveawayId and amount, notify needs email.',
    always: ['ownershipMode', 'ownerWallet', 'notification'],
    sometimes: [
      'passportId',
      'entrantWallet',
      'managedWallet',
      'sourceWallet',
      'giveawayId',
      'amount',
      'reasonCode',
      'roundIndex',
      'entries',
      'roundTotal',
      'entriesCounted',
      'roundEntriesCounted',
    ],
    requests: REQUEST_EXAMPLES['provision-entrant'],
    result: {
      ownershipMode: 'direct_entrant_wallet',
      ownerWallet: OWNER,
      entrantWallet: OWNER,
      ...ROUND,
      passportId,
      amount: 5,
      reasonCode: 1,
      entries: 5,
      roundTotal: 125,
      entriesCounted: 5,
      roundEntriesCounted: 125,
      notification: 'QUEUED',
    },
  },
};
