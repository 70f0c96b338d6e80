import type { ResultField } from './provider-fields.ts';

/** An endpoint that changes the chain, as the document tells of it. */
export interface ToldOperation {
  readonly summary: string;
  readonly description: string;
  /** What every answer names. */
  readonly always: readonly ResultField[];
  /** What answers name where it applies, or once the contracts have told it. */
  readonly sometimes: readonly ResultField[];
  /** Requests by the names of their examples. */
  readonly requests: Readonly<Record<string, object>>;
  /** The answer to the first of them. */
  readonly result: Readonly<Partial<Record<ResultField, unknown>>>;
}

const GIVEAWAY = { giveawayId: 'summer-2027' };
const ROUND = { ...GIVEAWAY, roundIndex: 0 };
const OWNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SOURCE = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const CONTRACT = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const hash = (digits: string) => `0x${digits.repeat(32)}`;
const KEY = '1f'.repeat(32);

const CHANGE = {
  always: ['giveawayId', 'passportId', 'amount', 'reasonCode'],
  sometimes: ['roundIndex', 'entries', 'roundTotal', 'ownerWallet'],
} as const;
const change = {
  ...GIVEAWAY,
  passportId: 7,
  amount: 3,
  reasonCode: 1,
  evidence: 'order 4711',
  expectedOwnerWallet: OWNER,
};
const changed = { ...ROUND, passportId: 7, amount: 3, reasonCode: 1, ownerWallet: OWNER };

const ENTRANT = {
  entrantWallet: OWNER,
  ...GIVEAWAY,
  amount: 5,
  reasonCode: 1,
  notify: true,
  email: 'entrant@example.com',
  claimUrl: 'https://provider.example/claim/4711',
};
const delivery = {
  ...ROUND,
  assetContract: CONTRACT,
  recipient: OWNER,
  proofChainId: 1,
  proofTxHash: hash('5c'),
  proofURI: 'https://provider.example/proofs/4711',
};

/** The endpoints of PROVIDER_OPERATIONS by their names. */
export const TOLD_OPERATIONS: Readonly<Record<string, ToldOperation>> = {
  'create-giveaway': {
    summary: 'Create a giveaway',
    description:
      'Creates a giveaway of one round, or with rollingEveryDays a rolling one. Its giveawayId is yours alone: another provider may use the same.',
    always: ['giveawayId', 'id', 'determinationType'],
    sometimes: ['giveaway'],
    requests: {
      drawn: {
        ...GIVEAWAY,
        startTime: 1_812_000_000,
        endTime: 1_814_592_000,
        determinationType: 1,
        title: 'Ten copies of Lantern Road',
        description: 'One entry each; the winner is drawn on chain.',
        image: 'https://provider.example/images/lantern-road.png',
        metadataUri: '',
      },
      rolling: {
        giveawayId: 'weekly',
        startTime: 1_812_000_000,
        determinationType: 0,
        requiresHandshake: true,
        providerPaysReceiptGas: true,
        rollingEveryDays: 7,
        rollingActiveDays: 5,
        rollingEntriesCarryOver: true,
      },
    },
    result: { ...GIVEAWAY, id: `gwy_${KEY}`, determinationType: 1, giveaway: `0x${KEY}` },
  },
  'issue-entries': {
    summary: 'Issue entries',
    description: 'Adds entries to what a passport holds in the open round.',
    ...CHANGE,
    requests: { change },
    result: { ...changed, entries: 8, roundTotal: 120 },
  },
  'remove-entries': {
    summary: 'Remove entries',
    description: 'Takes entries from what a passport holds in the open round.',
    ...CHANGE,
    requests: { change },
    result: { ...changed, entries: 2, roundTotal: 114 },
  },
  'declare-winner': {
    summary: 'Declare the winner',
    description: 'Declares the winner of a closed round, where determinationType is 0.',
    always: ['giveawayId', 'roundIndex', 'passportId'],
    sometimes: ['ownerWallet'],
    requests: { latest: { ...GIVEAWAY, passportId: 7 } },
    result: { ...ROUND, passportId: 7, ownerWallet: OWNER },
  },
  'draw-winner': {
    summary: 'Draw the winner',
    description:
      "Draws the winner of a closed round on chain, where determinationType is 1. The round of the beacon that decides it is fixed when the round closes; until the beacon has signed it the answer is CONTRACT_REVERT with the reason BEACON_NOT_READY, which waiting for the time in Retry-After helps with. Anyone can check the draw by GraphQL's drawProof.",
    always: ['giveawayId', 'roundIndex'],
    sometimes: ['passportId', 'ownerWallet', 'beaconRound', 'randomness', 'total', 'ticket'],
    requests: { latest: GIVEAWAY },
    result: {
      ...ROUND,
      passportId: 7,
      ownerWallet: OWNER,
      beaconRound: 12_345_678,
      randomness: hash('9d'),
      total: 120,
      ticket: 41,
    },
  },
  'confirm-receipt-by-provider': {
    summary: 'Confirm receipt for the winner',
    description: 'Confirms receipt in place of the winner, where the giveaway has providerPaysReceiptGas.',
    always: ['giveawayId', 'roundIndex'],
    sometimes: ['passportId'],
    requests: { latest: GIVEAWAY },
    result: { ...ROUND, passportId: 7 },
  },
  'set-round-metadata': {
    summary: "Set a round's texts and images",
    description: 'Sets what is shown of a round whose winner is known, all of it anew.',
    always: ['giveawayId', 'roundIndex', 'metadataUri'],
    sometimes: [],
    requests: {
      texts: {
        ...ROUND,
        metadataUri: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
        title: 'Lantern Road goes to passport 7',
        description: 'Congratulations.',
        itemImage: 'https://provider.example/images/lantern-road.png',
        winnerImage: 'https://provider.example/images/winner-0.png',
      },
    },
    result: {
      ...ROUND,
      metadataUri: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    },
  },
  'set-round-image': {
    summary: "Set the winner's image",
    description: "Sets the image of a round's winner, once the winner is known.",
    always: ['giveawayId', 'roundIndex', 'imageURI'],
    sometimes: [],
    requests: { image: { ...ROUND, imageURI: 'https://provider.example/images/winner-0.png' } },
    result: { ...ROUND, imageURI: 'https://provider.example/images/winner-0.png' },
  },
  'record-prize-delivery': {
    summary: 'Record the delivery of the prize',
    description:
      'Records the proof that the prize was handed over, once for a round with a winner; with requiresHandshake after receipt is confirmed. The proof is then compared with the chain that it names, and GraphQL tells what came of it.',
    always: [
      'giveawayId',
      'roundIndex',
      'assetContract',
      'recipient',
      'proofChainId',
      'proofTxHash',
      'proofURI',
    ],
    sometimes: [],
    requests: { delivery },
    result: delivery,
  },
  'provision-entrant': {
    summary: 'Provision an entrant',
    description:
      'Gives an entrant a passport and, where a giveaway is named, entries: in one transaction, all or nothing. The e-mail goes out once it is confirmed.',
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
    ],
    requests: {
      direct_entrant_wallet: { ...ENTRANT, evidence: 'order 4711', maxTransfers: 1 },
      managed_wallet: {
        ownershipMode: 'managed_wallet',
        ...GIVEAWAY,
        amount: 5,
        notify: true,
        email: 'entrant@example.com',
        maxTransfers: 0,
      },
      transfer_existing_passport: {
        ownershipMode: 'transfer_existing_passport',
        entrantWallet: OWNER,
        sourceWallet: SOURCE,
        issue: false,
        notify: true,
        email: 'entrant@example.com',
      },
    },
    result: {
      ownershipMode: 'direct_entrant_wallet',
      ownerWallet: OWNER,
      entrantWallet: OWNER,
      ...ROUND,
      passportId: 7,
      amount: 5,
      reasonCode: 1,
      entries: 5,
      roundTotal: 125,
      notification: 'QUEUED',
    },
  },
};
