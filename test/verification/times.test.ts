import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { readProofDocument, toProofDocument } from '../../src/verification/proof-document.ts';
import { proveOnNode } from '../../src/verification/state/prove-on-node.ts';
import { withBasis } from '../../src/verification/steps.ts';
import { verifyOnNodes } from '../../src/verification/verify-on-nodes.ts';
import { verifyProof } from '../../src/verification/verify-proof.ts';
import { chain, DAY, useDrawnChain } from '../support/chain/drawn-chain.ts';
import type { Json } from '../support/http/http.ts';
import { queryFor, OWN_SCHEME } from './lying-proxy.ts';

useDrawnChain();

const nodes = () => ['one', 'other'].map((name) => createHttpNode(chain.url, { name }));

let document: Json;
beforeAll(async () => {
  const { times, state, ...verification } = await verifyOnNodes({
    ...queryFor(),
    nodes: nodes(),
    prove: proveOnNode,
  });
  if (times === undefined || state === undefined) throw new Error('A proof is expected.');
  document = JSON.parse(JSON.stringify(toProofDocument({ ...verification, times, state })));
});

/** The names of the steps that differ in the altered document. */
async function failedSteps(alter: (document: Json) => void): Promise<string[]> {
  const altered = structuredClone(document);
  alter(altered);
  const parts = readProofDocument(JSON.stringify(altered));
  const { steps } = await verifyProof(parts, { nodes: nodes(), expected: OWN_SCHEME });
  return steps.flatMap(({ name, differs }) => (differs === undefined ? [] : [name]));
}

/** The last change that counts for round 1. */
const LAST = 4;
const TIME = 8;

describe('the times of a draw', () => {
  it('are proved by receipts in blocks that two sources confirm', async () => {
    const parts = readProofDocument(JSON.stringify(document));
    const verification = await verifyProof(parts, { nodes: nodes(), expected: OWN_SCHEME });
    expect(verification.verdict).toBe('verified');
    const basis = Object.fromEntries(withBasis(verification).map((step) => [step.name, step.basis]));
    expect(basis).toMatchObject({
      'creation receipt': 'proved',
      'last change receipt': 'proved',
      'draw receipt': 'proved',
      'last change': 'proved',
      settled: 'proved',
      birth: 'computed',
      'times of entries': 'reported',
    });
  });

  it.each<[string, string[], (document: Json) => void]>([
    ['a later creation', ['creation receipt', 'history'], ({ creation }) => (creation.timestamp += 1)],
    ['a later last change', ['last change receipt'], ({ changes }) => (changes[LAST - 1][TIME] += 1)],
    ['a later draw', ['draw receipt'], ({ draw }) => (draw.timestamp += 1)],
    [
      'the receipts of another event',
      ['creation receipt'],
      ({ times }) => (times.creation = structuredClone(times.draw)),
    ],
    ['another log of a receipt', ['draw receipt'], ({ times }) => (times.draw.log += 1)],
    ['another transaction of a block', ['draw receipt'], ({ times }) => (times.draw.transaction += 1)],
    ['a proof without nodes', ['draw receipt'], ({ times }) => (times.draw.receipt = [])],
    [
      'an event after the block whose state is proved',
      ['order of events', 'draw receipt'],
      ({ draw }) => (draw.timestamp += 365 * DAY),
    ],
    [
      'changes in another order',
      ['order of events'],
      ({ changes }) => ([changes[0][9], changes[1][9]] = [changes[1][9], changes[0][9]]),
    ],
  ])('are not proved with %s', async (_case, expected, alter) => {
    expect(await failedSteps(alter)).toEqual(expected);
  });

  it('are not proved by a block that no node has', async () => {
    const flip = (hex: string) => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;
    const failed = await failedSteps(({ times, draw }) => {
      times.draw.header = flip(times.draw.header);
      draw.blockHash = flip(draw.blockHash);
    });
    expect(failed).toContain('draw receipt');
  });

  it('show that entries changed when the signature of the beacon was public', async () => {
    const failed = await failedSteps(({ changes }) => {
      for (const change of changes.slice(LAST - 1)) change[TIME] += 1.5 * DAY;
    });
    expect(failed).toEqual(
      expect.arrayContaining(['last change receipt', 'times of entries', 'last change']),
    );
  });
});
