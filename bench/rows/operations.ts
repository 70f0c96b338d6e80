import { join } from 'node:path';
import { senderContender, type ChainContender, type SenderContender } from '../chain/contender.ts';
import { chainRow, type ChainBar } from '../chain/row.ts';
import { BENCH } from '../harness/paths.ts';
import { isProductBuilt } from '../harness/servers/product.ts';

const NAIVE = 'one at a time';
const SOME = 64;
// As many operations wait as keep the sender busy.
const MANY = 4_000;
const single = { signers: 1, batched: false, durable: false };
const batched = { ...single, batched: true };

const GATEWAY_64 = 'gateway, 64 callers';
const GATEWAY_SINGLE = 'gateway, a transaction each';
const GATEWAY_BATCHED = 'gateway';
const GATEWAY_EIGHT = 'gateway, 8 signers';

const contenders = (): readonly ChainContender[] => {
  const file = (name: string) => join(BENCH, 'peers', 'chain', `${name}.ts`);
  const gateway = { file: join(BENCH, 'chain', 'gateway.ts'), signers: 1, batched: true, durable: true };
  const gateways: readonly SenderContender[] = [
    { ...gateway, name: GATEWAY_64, callers: SOME },
    { ...gateway, name: GATEWAY_SINGLE, callers: MANY, batched: false },
    { ...gateway, name: GATEWAY_BATCHED, callers: MANY },
    { ...gateway, name: GATEWAY_EIGHT, callers: MANY, signers: 8 },
  ];
  const all: readonly SenderContender[] = [
    { ...single, name: NAIVE, file: file('naive'), callers: SOME },
    { ...single, name: 'NonceManager, 64 callers', file: file('nonce-manager'), callers: SOME },
    ...(isProductBuilt() ? gateways : []),
    { ...single, name: 'bare pipeline', file: file('pipeline'), callers: MANY },
    { ...batched, name: 'bare batches', file: file('pipeline'), callers: MANY },
  ];
  return all.map(senderContender);
};

const bars = (limits: { must: number; single: number; batched: number }): readonly ChainBar[] => [
  { level: 'must', contender: GATEWAY_64, figure: 'failed', limit: 0 },
  { level: 'must', contender: GATEWAY_BATCHED, figure: 'perSecond', limit: limits.must },
  { level: 'must', contender: GATEWAY_SINGLE, figure: 'cpuMillis', limit: 2 },
  { level: 'must', contender: GATEWAY_BATCHED, figure: 'cpuMillis', limit: 2 },
  { level: 'stretch', contender: GATEWAY_SINGLE, figure: 'perSecond', limit: limits.single },
  { level: 'stretch', contender: GATEWAY_BATCHED, figure: 'perSecond', limit: limits.batched },
];

/** Entries are issued, and each caller waits for the result; a block every second. */
export const operationsInBlocks = chainRow({
  number: 9,
  title: 'operations on chain, a block every second: entries issued and confirmed',
  reference: NAIVE,
  contenders,
  settings: { blockTime: 1, warmUpSeconds: 4, leastSeconds: 8 },
  bars: [
    ...bars({ must: 250, single: 500, batched: 950 }),
    { level: 'must', contender: GATEWAY_SINGLE, figure: 'perSecond', limit: 250 },
  ],
});

/** The same on a chain that mines a block for every transaction at once. */
export const operationsAtOnce = chainRow({
  number: 10,
  title: 'operations on chain, a block for every transaction: entries issued and confirmed',
  reference: NAIVE,
  contenders,
  settings: { blockTime: 0, warmUpSeconds: 3, leastSeconds: 5 },
  bars: bars({ must: 1_000, single: 1_000, batched: 5_000 }),
});
