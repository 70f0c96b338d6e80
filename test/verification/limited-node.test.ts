import { describe, expect, it } from '@jest/globals';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { verifyOnNodes } from '../../src/verification/verify-on-nodes.ts';
import { forward, serve, useDrawnChain } from '../support/chain/drawn-chain.ts';
import { queryFor } from './lying-proxy.ts';

useDrawnChain();

describe('a node that allows so many requests a second', () => {
  it.each([
    ['the status 429', 429],
    ['an error', { jsonrpc: '2.0', error: { code: 429, message: 'over the limit' } }],
  ])('and refuses others with %s is asked again', async (_how, refusal) => {
    let requests = 0;
    const node = await serve(async (_url, body) => {
      requests += 1;
      if (requests % 3 !== 0) return (await forward(body)).response;
      return refusal;
    });
    try {
      const nodes = [createHttpNode(node.url)];
      expect((await verifyOnNodes({ ...queryFor(), nodes })).verdict).toBe('verified');
      expect(requests).toBeGreaterThan(10);
    } finally {
      await node.stop();
    }
  });
});
