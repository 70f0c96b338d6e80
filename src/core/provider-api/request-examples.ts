const ENTRANT_WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const METADATA = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const WINNER_IMAGE = 'https://provider.example/images/winner-0.png';

const giveaway = { giveawayId: 'summer-2027' };
const declared = { giveawayId: 'weekly' };
const several = { giveawayId: 'autumn-2027' };
const round = { ...giveaway, roundIndex: 0 };
const change = {
  ...giveaway,
  passportId: 7,
  amount: 3,
  reasonCode: 1,
  evidence: 'order 4711',
  expectedOwnerWallet: ENTRANT_WALLET,
};

const delivery = {
  assetContract: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  recipient: ENTRANT_WALLET,
  proofChainId: 1,
  proofTxHash: `0x${'5c'.repeat(32)}`,
  proofURI: 'https://provider.example/proofs/4711',
};

/** Example requests for every operation of providers, by endpoint and name; each API shows them in its own form. */
export const REQUEST_EXAMPLES = {
  'create-giveaway': {
    drawn: {
      ...giveaway,
      startTime: 1_812_000_000,
      endTime: 1_814_592_000,
      determinationType: 1,
      title: 'Ten copies of Lantern Road',
      description: 'One entry each; the winner is drawn on chain.',
      image: 'https://provider.example/images/lantern-road.png',
    },
    rolling: {
      ...declared,
      startTime: 1_812_000_000,
      determinationType: 0,
      requiresHandshake: true,
      providerPaysReceiptGas: true,
      rollingEveryDays: 7,
      rollingActiveDays: 5,
      rollingEntriesCarryOver: true,
    },
    several: {
      ...several,
      startTime: 1_812_000_000,
      endTime: 1_814_592_000,
      determinationType: 1,
      winners: 3,
      alternates: 2,
      title: 'Three evenings at the harbour',
    },
  },
  'issue-entries': { change },
  'remove-entries': { change },
  'declare-winner': { latest: { ...declared, passportId: 7 } },
  'draw-winner': { latest: giveaway },
  'confirm-receipt-by-provider': { latest: declared },
  'set-round-metadata': {
    texts: {
      ...round,
      metadataUri: METADATA,
      title: 'Lantern Road goes to passport 7',
      description: 'Congratulations.',
      itemImage: 'https://provider.example/images/lantern-road.png',
      winnerImage: WINNER_IMAGE,
    },
  },
  'set-round-image': { image: { ...round, imageURI: WINNER_IMAGE } },
  'record-prize-delivery': {
    delivery: { ...round, ...delivery },
    alternate: { ...several, roundIndex: 0, place: 3, ...delivery },
  },
  'provision-entrant': {
    direct_entrant_wallet: {
      entrantWallet: ENTRANT_WALLET,
      ...giveaway,
      amount: 5,
      reasonCode: 1,
      notify: true,
      email: 'entrant@example.com',
      claimUrl: 'https://provider.example/claim/4711',
      evidence: 'order 4711',
      maxTransfers: 1,
    },
    managed_wallet: {
      ownershipMode: 'managed_wallet',
      ...giveaway,
      amount: 5,
      notify: true,
      email: 'entrant@example.com',
      maxTransfers: 0,
    },
    transfer_existing_passport: {
      ownershipMode: 'transfer_existing_passport',
      entrantWallet: ENTRANT_WALLET,
      sourceWallet: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      issue: false,
      notify: true,
      email: 'entrant@example.com',
    },
  },
} as const;

/** An example of an operation's id. */
export const OPERATION_EXAMPLE = 'opn_019a9f0c5d3e7b1f2a4c6d8e9f0a1b2c';
