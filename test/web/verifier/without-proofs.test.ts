import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signRound, toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { toProofDocument, type WholeProof } from '../../../src/verification/proof-document.ts';
import { createHttpNode } from '../../../src/verification/node/http-node.ts';
import { proveOnNode } from '../../../src/verification/state/prove-on-node.ts';
import { verifyOnNodes } from '../../../src/verification/verify-on-nodes.ts';
import { verifyInBrowser } from '../../../web/draws/verify.ts';
import {
  carriedOver,
  chain,
  forward,
  SECRET,
  serve,
  useDrawnChain,
} from '../../support/chain/drawn-chain.ts';
import type { Json } from '../../support/http/http.ts';
import { queryFor } from '../../verification/lying-proxy.ts';

useDrawnChain();

type Server = Awaited<ReturnType<typeof serve>>;

let document: Json;
let offered: Json;
let node: Server;
let beacon: Server;
let service: Server;
beforeAll(async () => {
  const nodes = ['one', 'other'].map((name) => createHttpNode(chain.url, { name }));
  const proof = await verifyOnNodes({ ...queryFor(), nodes, prove: proveOnNode });
  document = JSON.parse(JSON.stringify(toProofDocument(proof as unknown as WholeProof)));
  node = await serve(async (_url, body) =>
    body.method === 'eth_getProof'
      ? { jsonrpc: '2.0', id: body.id, error: { code: -32_601, message: 'the method does not exist' } }
      : // The check ends before all responses: the chain may have stopped by then.
        (await forward(body).catch(() => ({ response: null }))).response,
  );
  beacon = await serve((url) =>
    url === '/info'
      ? { public_key: toPublicKey(SECRET), genesis_time: 1_600_000_000, period: 3 }
      : { signature: signRound(SECRET, BigInt(url.split('/').at(-1) ?? '')) },
  );
  service = await serve(() => offered);
});
afterAll(() => Promise.all([node, beacon, service].map((server) => server?.stop())));

const verify = (blockHash: string) =>
  verifyInBrowser({
    cancelled: new AbortController().signal,
    nodes: [node.url],
    blockHash,
    document: service.url,
    beacon: beacon.url,
    chainId: 31_337n,
    hub: chain.hub,
    giveaway: carriedOver,
    round: 1,
    fromBlock: 0,
    hubBlock: 0,
  });

describe('a draw on a node that gives no proofs', () => {
  it('is proved by the document of the service and the hash of its block', async () => {
    offered = document;
    const { hash } = (await chain.rpc.call('eth_getBlockByNumber', ['finalized', false])) as Json;
    const { facts, isFromService, steps } = await verify(hash);
    expect(steps.filter(({ differs }) => differs !== undefined)).toEqual([]);
    expect(facts).toMatchObject({ verdict: 'verified', basis: 'proved', block: { hash, sources: 2 } });
    expect(facts.twins).toMatchObject({ compared: 1, list: 'reported' });
    expect(isFromService).toBe(true);
  });

  it('is not verified when the service changes the document', async () => {
    offered = structuredClone(document);
    offered.draw.passportId = '9';
    const { hash } = (await chain.rpc.call('eth_getBlockByNumber', ['finalized', false])) as Json;
    const { facts } = await verify(hash);
    expect(facts.verdict).toBe('not-verified');
    expect(facts.differing).toContain('outcome proof');
  });

  it('asks for the hash of the block of the document when the reader gives that of another', async () => {
    offered = document;
    const { hash } = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as Json;
    await expect(verify(hash)).rejects.toMatchObject({ kind: 'otherBlock' });
  });

  it.each([
    ['hub', `0x${'00'.repeat(20)}`],
    ['round', 0],
    ['chainId', '1'],
  ])('refuses a document with another %s', async (name, value) => {
    offered = { ...document, [name]: value };
    const { hash } = (await chain.rpc.call('eth_getBlockByNumber', ['finalized', false])) as Json;
    await expect(verify(hash)).rejects.toMatchObject({ kind: 'otherDraw' });
  });
});
