import { describe, expect, it } from '@jest/globals';
import { failureKind, reasonOf } from '../../web/draws/failure.ts';
import { openNodes, requireChain, verifyInBrowser } from '../../web/draws/verify.ts';
import { check as german } from '../../web/texts/de/check.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { signRound, toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import {
  carriedOver,
  chain,
  forward,
  riggedBeacon,
  SECRET,
  serve,
  useDrawnChain,
} from '../support/chain/drawn-chain.ts';
import type { Json } from '../support/http/http.ts';
import { startHttpServer } from '../support/http/http-server.ts';

useDrawnChain();

const signatureOf = (beaconRound: bigint) => signRound(SECRET, beaconRound);
const BEACON = { public_key: toPublicKey(SECRET), genesis_time: 1_600_000_000, period: 3 };

/** Verifies a draw with the responses of the node, changed by `change`, and those of a beacon without signatures. */
async function verify(
  round: number,
  change: (log: Json, all: Json[]) => unknown = (log) => log,
  {
    giveaway = carriedOver,
    ownBeacon = true,
    chainId = 31_337n,
    signature = signatureOf,
    blockHash = undefined as string | undefined,
  } = {},
) {
  const node = await serve(async (_url, body) => {
    const { response } = await forward(body);
    if (body.method !== 'eth_getLogs') return response;
    return {
      ...response,
      result: response.result.flatMap((log: Json, _index: number, all: Json[]) => change(log, all)),
    };
  });
  const beacon = await serve((url) =>
    url === '/info' ? BEACON : { signature: signature(BigInt(url.split('/').at(-1) ?? '')) },
  );
  try {
    const { facts, ...rest } = await verifyInBrowser({
      cancelled: new AbortController().signal,
      nodes: [node.url],
      blockHash,
      document: undefined,
      chainId,
      hub: chain.hub,
      giveaway,
      round,
      fromBlock: 0,
      hubBlock: 0,
      beacon: ownBeacon ? beacon.url : undefined,
    });
    return { ...rest, facts, isVerified: facts.verdict === 'verified' };
  } finally {
    await node.stop();
    await beacon.stop();
  }
}

const failed = (steps: readonly { readonly name: string; readonly differs?: string }[]) =>
  steps.filter(({ differs }) => differs !== undefined).map(({ name }) => name);
const word = (log: Json, index: number, value: number) => ({
  ...log,
  data: `${log.data.slice(0, 2 + index * 64)}${value.toString(16).padStart(64, '0')}${log.data.slice(66 + index * 64)}`,
});
const isChange = (log: Json) => log.topics.length === 4 && log.data.length === 2 + 11 * 64;

describe('the check of a draw in the browser', () => {
  it.each([0, 1])('verifies round %i from the logs of a node', async (round) => {
    const { isVerified, steps, facts } = await verify(round);
    expect(failed(steps)).toEqual([]);
    expect(isVerified).toBe(true);
    expect(facts).toMatchObject({ basis: 'reported', block: { sources: 1 }, finality: 'final' });
    expect(facts.twins).toMatchObject({ compared: 1, list: 'reported', announced: 'before-start' });
    expect(facts.signers).toMatchObject({ isContract: false, others: 0 });
  });

  it('proves a draw against the hash of a block that the reader knows', async () => {
    const { hash } = (await chain.rpc.call('eth_getBlockByNumber', ['finalized', false])) as Json;
    const { isVerified, facts, steps } = await verify(1, undefined, { blockHash: hash });
    expect(failed(steps)).toEqual([]);
    expect(isVerified).toBe(true);
    expect(facts).toMatchObject({
      basis: 'proved',
      block: { hash, sources: 2 },
      times: { basis: 'reported', sources: 1 },
    });
    expect(steps.find(({ name }) => name === 'history')?.basis).toBe('proved');
  });

  it('names the steps that differ when a change of entries is altered', async () => {
    const { isVerified, steps } = await verify(0, (log) => (isChange(log) ? word(log, 3, 7) : log));
    expect(isVerified).toBe(false);
    expect(failed(steps)).toContain('entries');
  });

  it('does not verify a draw whose signature is not that of the beacon', async () => {
    const { isVerified, relay } = await verify(0, undefined, {
      signature: (round) => signatureOf(round + 1n),
    });
    expect([isVerified, relay]).toEqual([false, 'other']);
  });

  it('relies on the key of the beacon when it has no signature', async () => {
    const { isVerified, relay } = await verify(0, undefined, { signature: () => 'none' });
    expect([isVerified, relay]).toEqual([true, 'none']);
  });

  it('does not verify a draw without one of the changes', async () => {
    const { isVerified } = await verify(1, (log, all) => (log === all.find(isChange) ? [] : log));
    expect(isVerified).toBe(false);
  });

  it('does not accept the key of quicknet with another genesis', async () => {
    const { isVerified, steps } = await verify(0, undefined, { giveaway: riggedBeacon, ownBeacon: false });
    expect(isVerified).toBe(false);
    expect(failed(steps)).toContain('beacon round');
  });

  it.each([1, 2])('refuses node %i of another chain in the language of the reader', async (place) => {
    const other = await serve(async (_url, body) => ({ jsonrpc: '2.0', id: body.id, result: '0x1' }));
    try {
      const urls = place === 1 ? [other.url, chain.url] : [chain.url, other.url];
      const cancelled = new AbortController().signal;
      const nodes = openNodes({ nodes: urls, blockHash: undefined, beacon: undefined, cancelled });
      const refusal = await requireChain(nodes, 31_337n).catch((error: unknown) => error);
      expect(await reasonOf(refusal, german, { nodes: urls, cancelled })).toBe(
        `${new URL(other.url).host} ist ein Knoten der Chain 1. Die Ziehung ist auf der Chain 31337: Nennen Sie einen Knoten dieser Chain.`,
      );
    } finally {
      await other.stop();
    }
  });

  it('is refused by a node of another chain', async () => {
    await expect(verify(0, undefined, { chainId: 1n })).rejects.toMatchObject({
      kind: 'otherChain',
      values: { found: '31337', chain: '1' },
    });
  });
});

describe('the reason why a node gave no response', () => {
  it('is the time when the node is silent, also in the middle of a response', async () => {
    const silent = await startHttpServer((request, response) => {
      if (request.url === '/begun') response.write('{"result":');
    });
    for (const path of ['/', '/begun']) {
      const url = `${silent.url}${path}`;
      const failure = await createHttpNode(url, { timeoutMs: 100 })
        .send('eth_chainId', [])
        .catch((error: unknown) => error);
      expect(await failureKind(failure, url, new AbortController().signal)).toBe('timedOut');
    }
    await silent.stop();
  });
});
