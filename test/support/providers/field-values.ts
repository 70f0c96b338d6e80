import type { z } from 'zod';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import { A_WALLET, ZERO_ADDRESS } from './provider-requests.ts';

/** Values of a field. */
interface Kind {
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}

const NO_TEXT = [0, 1.5, true, [], ['a'], {}];
const BROKEN_TEXT = ['a\u0000b', '\uD83C', 'a\uDF81'];
const text = (limit: number): Kind => ({
  right: ['x', 'x'.repeat(limit), '🎁'.repeat(limit), ` ${'x'.repeat(limit)}\n`],
  wrong: ['x'.repeat(limit + 1), '🎁'.repeat(limit + 1), ...BROKEN_TEXT, ...NO_TEXT],
});
export const number = (min: number, max: number): Kind => ({
  right: [min, max, String(min), String(max)],
  wrong: [
    min - 1,
    max + 1,
    min + 0.5,
    -max,
    String(min - 1),
    String(max + 1),
    '',
    ' ',
    `${max} `,
    `0${max}`,
    '1.0',
    '1e0',
    '+1',
    '0x1',
    'one',
    '1\u0000',
    '9'.repeat(400),
    true,
    [],
    [1],
    {},
  ],
});
const flag: Kind = { right: [true, false], wrong: ['true', 'false', '', 0, 1, [], {}] };
const address: Kind = {
  right: [A_WALLET, A_WALLET.toLowerCase(), `0x${A_WALLET.slice(2).toUpperCase()}`],
  wrong: [
    A_WALLET.replace('aA', 'Aa'),
    A_WALLET.slice(2),
    A_WALLET.slice(0, -1),
    `${A_WALLET}0`,
    `${A_WALLET.slice(0, -1)}g`,
    '0x',
    'someone.eth',
    `${A_WALLET.slice(0, -1)}\u0000`,
    ...NO_TEXT,
  ],
};
const wallet: Kind = { ...address, wrong: [...address.wrong, ZERO_ADDRESS] };
const uri: Kind = {
  right: ['https://a.example.com/?b=c#d', 'http://a.example.com', 'ipfs://bafy/a.png', 'ar://abc_-'].concat(
    `https://a.example.com/${'x'.repeat(2_026)}`,
  ),
  wrong: [
    `https://a.example.com/${'x'.repeat(2_027)}`,
    'a.example.com',
    '/a.png',
    'https://',
    'https:a',
    'ftp://a.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://someone:secret@a.example.com',
    'https://a.example.com/a b',
    'ipfs://',
    'https://a.example.com/\u0000',
    'https://a.example.com/\uD83C',
    ...NO_TEXT,
  ],
};
const url: Kind = {
  right: ['https://a.example.com/?b=c#d', 'http://a.example.com'],
  wrong: [...uri.wrong, 'ipfs://bafy', 'ar://abc'],
};
const hash: Kind = {
  right: [`0x${'ab'.repeat(32)}`, `0x${'AB'.repeat(32)}`],
  wrong: [
    `0x${'ab'.repeat(31)}`,
    `0x${'ab'.repeat(33)}`,
    'ab'.repeat(32),
    `0x${'gg'.repeat(32)}`,
    '0x',
  ].concat(`0x${'ab'.repeat(31)}a\u0000`),
};
const email: Kind = {
  right: ['someone@example.com', 'Someone@Example.com', ' someone@example.com '],
  wrong: [
    'someone',
    'someone@',
    '@example.com',
    'a@b',
    'a@example.com, b@example.com',
    '<a@example.com>',
    'a@example.com\nBcc: b@example.com',
    'a\u0000@example.com',
    `${'a'.repeat(250)}@example.com`,
    ...NO_TEXT,
  ],
};

const LATEST = 253_402_300_799;
export const KINDS: Readonly<Record<string, Kind>> = {
  giveawayId: text(128),
  startTime: number(1, LATEST),
  endTime: { ...number(0, LATEST), right: [0, '0', LATEST] },
  // A drawn giveaway needs an end besides.
  determinationType: { ...number(0, 1), right: [0, '0'] },
  requiresHandshake: flag,
  providerPaysReceiptGas: flag,
  rollingEveryDays: number(0, 36_500),
  rollingActiveDays: { ...number(0, 36_500), right: [0, '0'] },
  rollingEntriesCarryOver: { ...flag, right: [false] },
  winners: number(1, 100),
  alternates: number(0, 100),
  title: text(160),
  description: text(4_000),
  image: uri,
  metadataUri: uri,
  passportId: number(1, Number.MAX_SAFE_INTEGER),
  amount: number(1, 2 ** 32 - 1),
  reasonCode: number(0, 65_535),
  evidence: text(512),
  expectedOwnerWallet: wallet,
  roundIndex: number(0, 2 ** 31 - 1),
  place: number(0, 199),
  itemImage: uri,
  winnerImage: uri,
  imageURI: uri,
  assetContract: address,
  recipient: address,
  proofChainId: number(1, Number.MAX_SAFE_INTEGER),
  proofTxHash: hash,
  proofURI: uri,
  ownershipMode: {
    right: ['direct_entrant_wallet', 'managed_wallet'],
    wrong: ['', 'none', 'DIRECT_ENTRANT_WALLET', 'direct_entrant_wallet\u0000', ...NO_TEXT],
  },
  entrantWallet: wallet,
  managedWallet: wallet,
  sourceWallet: wallet,
  issue: flag,
  maxTransfers: number(0, 2 ** 32 - 2),
  notify: { ...flag, right: [false] },
  email,
  claimUrl: url,
};

/** What must be given (decision: fields); `amount` and `entrantWallet` of provision-entrant as it is asked for here. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'create-giveaway': ['giveawayId', 'startTime', 'determinationType'],
  'issue-entries': ['giveawayId', 'passportId', 'amount'],
  'remove-entries': ['giveawayId', 'passportId', 'amount'],
  'declare-winner': ['giveawayId', 'passportId'],
  'draw-winner': ['giveawayId'],
  'confirm-receipt-by-provider': ['giveawayId'],
  'set-round-metadata': ['giveawayId', 'roundIndex'],
  'set-round-image': ['giveawayId', 'roundIndex', 'imageURI'],
  'record-prize-delivery': [
    'giveawayId',
    'roundIndex',
    'assetContract',
    'recipient',
    'proofChainId',
    'proofTxHash',
  ],
  'provision-entrant': ['entrantWallet', 'amount'],
};
/** Nothing and an empty text are the same where nothing will do. */
const MAY_BE_EMPTY = /^(title|description|evidence|email|.*Wallet|.*(image|Image|URI|Uri|Url)|giveawayId)$/;

/** Each field of each operation. */
export const FIELDS = PROVIDER_OPERATIONS.flatMap(({ endpoint, input }) =>
  Object.keys((input as unknown as z.ZodObject).shape).map((field) => [endpoint, field] as const),
);

/** What a field of an operation takes, and what it refuses. */
export function valuesOf(endpoint: string, field: string): Kind {
  const kind = KINDS[field] ?? { right: [], wrong: [] };
  const nothing = [undefined, null, ...(MAY_BE_EMPTY.test(field) ? ['', ...blanksOf(field)] : [])];
  return REQUIRED[endpoint]?.includes(field) === true
    ? { right: kind.right, wrong: [...kind.wrong, ...nothing] }
    : { right: [...kind.right, ...nothing], wrong: kind.wrong };
}

/** Texts are trimmed, addresses are not. */
function blanksOf(field: string): readonly string[] {
  return /Wallet$|^email$/.test(field) ? [] : [' \n'];
}
