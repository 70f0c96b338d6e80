import { join } from 'node:path';
import { senderContender, type ChainContender } from '../chain/contender.ts';
import { restContender } from '../chain/rest/rest-contender.ts';
import { chainRow, type ChainBar } from '../chain/row.ts';
import { BENCH } from '../harness/paths.ts';
import { isProductBuilt } from '../harness/servers/product.ts';

const NAIVE = 'one at a time';
const PROVISIONS = 'gateway, provisions';
const BOTH = 'gateway, provisions and entries in turn';
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
        restContender({
          name: PROVISIONS,
          callers: CALLERS,
          waits: false,
          keyed: true,
          requests: 'provisions',
        }),
        restContender({ name: BOTH, callers: CALLERS, waits: false, keyed: true, requests: 'both' }),
      ]
    : []),
];

const bars: readonly ChainBar[] = [
  { level: 'must', contender: PROVISIONS, figure: 'perSecond', limit: 100 },
  { level: 'stretch', contender: PROVISIONS, figure: 'perSecond', limit: 300 },
  { level: 'must', contender: BOTH, figure: 'perSecond', limit: 150 },
  ...[PROVISIONS, BOTH].map((contender): ChainBar => ({
    level: 'must',
    contender,
    figure: 'failed',
    limit: 0,
  })),
];

/** A provider provisions entrants with entries over REST: HTTP, credential, checks, outbox and chain together. */
export const provisions = chainRow({
  number: 16,
  title: 'provision-entrant by REST on one signer, a block every second',
  reference: NAIVE,
  contenders,
  settings: { blockTime: BLOCK_SECONDS, warmUpSeconds: 4, leastSeconds: 8 },
  bars,
});
