import { join } from 'node:path';
import { senderContender, type ChainContender } from '../chain/contender.ts';
import { restContender } from '../chain/rest/rest-contender.ts';
import { chainRow, type ChainBar } from '../chain/row.ts';
import { BENCH } from '../harness/paths.ts';
import { isProductBuilt } from '../harness/servers/product.ts';

const NAIVE = 'one at a time';
const WAITING = 'gateway, 64 clients wait';
const ACCEPTING = 'gateway, wait=0';
const KEYED = 'gateway, wait=0 with keys';
const CALLERS = 64;
const BLOCK_SECONDS = 1;

const contenders = (): readonly ChainContender[] => [
  senderContender({
    name: NAIVE,
    file: join(BENCH, 'peers', 'chain', 'naive.ts'),
    callers: CALLERS,
    signers: 1,
    batched: false,
    durable: false,
  }),
  ...(isProductBuilt()
    ? [
        restContender({ name: WAITING, callers: CALLERS, waits: true, keyed: false }),
        restContender({ name: ACCEPTING, callers: CALLERS, waits: false, keyed: false }),
        restContender({ name: KEYED, callers: CALLERS, waits: false, keyed: true }),
      ]
    : []),
];

const bars: readonly ChainBar[] = [
  { level: 'must', contender: WAITING, figure: 'p50', limit: 2 * BLOCK_SECONDS * 1_000 },
  { level: 'must', contender: ACCEPTING, figure: 'acceptedPerSecond', limit: 200 },
  ...[WAITING, ACCEPTING].flatMap((contender): ChainBar[] => [
    { level: 'must', contender, figure: 'cpuMillis', limit: 5 },
    { level: 'must', contender, figure: 'failed', limit: 0 },
  ]),
];

/** A provider issues entries over REST: HTTP, credential, checks, outbox and chain together. */
export const providerOperations = chainRow({
  number: 13,
  title: 'issue-entries by REST on one signer, a block every second',
  reference: NAIVE,
  contenders,
  settings: { blockTime: BLOCK_SECONDS, warmUpSeconds: 4, leastSeconds: 8 },
  bars,
});
