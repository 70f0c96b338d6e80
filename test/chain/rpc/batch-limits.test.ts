import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { blockAt, readBlock, toBlock, type RpcBlock } from '../../../src/adapters/chain/rpc/block.ts';
import { readBlocksOn } from '../../../src/adapters/chain/rpc/blocks-on.ts';
import { gatherCalls } from '../../../src/adapters/chain/rpc/gather-calls.ts';
import { createPulse } from '../../../src/adapters/chain/rpc/pulse.ts';
import { requireChain } from '../../../src/adapters/chain/rpc/require-chain.ts';
import { createRpc, RpcUnreachable, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { callAll, callInChunks } from '../../../src/adapters/chain/rpc/rpc-chunks.ts';
import { startAnvil } from '../indexer/anvil.ts';
import { startHttpServer } from '../../support/http/http-server.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const BLOCKS = 60;
const numbers = Array.from({ length: BLOCKS }, (_, number) => number);

/** How nodes and proxies refuse too many calls in one request. */
type Refusal = (limit: number, firstId: number) => readonly [status: number, body: unknown];
const REFUSALS: readonly (readonly [string, Refusal])[] = [
  [
    'an error of the whole request',
    (limit) => [200, { id: null, error: { code: -32_005, message: `batch limit ${limit} exceeded` } }],
  ],
  [
    'an error of the first call',
    (_limit, id) => [200, [{ id, error: { code: -32_600, message: 'batch too large' } }]],
  ],
  [
    'a status and a message',
    (limit) => [400, { message: `Batch of more than ${limit} requests are not allowed` }],
  ],
  ['a status and a text', () => [403, 'Batch size too large']],
  ['the status 413', () => [413, '<html>Request Entity Too Large</html>']],
];

describe('a node that limits the calls of a request', () => {
  const anvil = sharedByTests(startAnvil);
  let limit: number;
  let refuse: Refusal;
  let sizes: number[];
  let rpc: Rpc;
  beforeAll(() => anvil.rpc.call('anvil_mine', [`0x${BLOCKS.toString(16)}`]));
  const server = sharedByTests(() =>
    startHttpServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const body = Buffer.concat(chunks).toString();
        const calls: unknown = JSON.parse(body);
        const size = Array.isArray(calls) ? calls.length : 1;
        sizes.push(size);
        if (size > limit) {
          const [status, reply] = refuse(limit, (calls as { id: number }[])[0]?.id ?? 0);
          response.writeHead(status).end(typeof reply === 'string' ? reply : JSON.stringify(reply));
          return;
        }
        const headers = { 'content-type': 'application/json' };
        response.end(await (await fetch(anvil.url, { method: 'POST', headers, body })).text());
      })();
    }),
  );
  beforeEach(() => {
    [, refuse] = REFUSALS[0] as (typeof REFUSALS)[number];
    limit = 10;
    sizes = [];
    rpc = createRpc(server.url);
  });

  const headers = (from: Rpc = rpc) =>
    callAll(
      from,
      numbers.map((number) => blockAt(number)),
    );
  const numbersOf = (blocks: readonly unknown[]) => blocks.map((block) => toBlock(block)?.number);

  it.each(REFUSALS)('gets fewer from then on, after %s', async (_how, refusal) => {
    refuse = refusal;
    expect(numbersOf(await headers())).toEqual(numbers);
    const refused = sizes.filter((size) => size > limit).length;
    expect(refused).toBe(2);
    expect(numbersOf(await headers())).toEqual(numbers);
    expect(sizes.filter((size) => size > limit)).toHaveLength(refused);
  });

  it('gets no more from others either, that ask for the chain with each request', async () => {
    const checked = requireChain(rpc, { chainId: 31_337 });
    const head = (await readBlock(checked, 'latest')) as RpcBlock;
    expect((await readBlocksOn(checked, head, numbers)).map((block) => block?.number)).toEqual(numbers);
    const gather = gatherCalls(checked);
    const calls = numbers.map((number) =>
      gather('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]),
    );
    expect(numbersOf(await Promise.all(calls))).toEqual(numbers);
    let now = head.timestamp * 1_000;
    const pulse = createPulse({ rpc: checked, now: () => now });
    now += 3_600_000;
    expect(await pulse.read()).toMatchObject({ number: head.number, isStill: true });
    expect(Math.max(...sizes.slice(-3))).toBeLessThanOrEqual(limit);
  });

  it('is told what this service needs when it takes fewer calls than one node has to answer together', async () => {
    limit = 3;
    const [outcome] = await callInChunks(
      rpc,
      numbers.map((number) => blockAt(number)),
    );
    expect(outcome).toBeInstanceOf(RpcUnreachable);
    expect((outcome as Error).message).toMatch('refuses 6 calls in one request');
    expect(String((outcome as Error).cause)).toMatch('batch limit 3 exceeded');
  });
});
