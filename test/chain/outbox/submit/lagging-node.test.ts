import { beforeAll, describe, expect, it } from '@jest/globals';
import { submit } from '../../../../src/adapters/chain/outbox/submit/submit.ts';
import { toHex } from '../../../../src/adapters/chain/rpc/block.ts';
import { NodeLagging } from '../../../../src/adapters/chain/rpc/node-lagging.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import type { Rpc, RpcCall } from '../../../../src/adapters/chain/rpc/rpc.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { entryChange } from '../support/harness.ts';
import { takeLane, tip } from '../support/lane.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

/** More than fit into one request to a node. */
const GIVEAWAYS = 30;

describe('operations that are submitted to a load balancer of nodes', () => {
  const chain = sharedByTests(startTestChain);
  const opened = sharedByTests(openTestDatabase);
  const giveaways: string[] = [];
  beforeAll(async () => {
    await chain.mintPassports(1);
    for (let index = 0; index < GIVEAWAYS; index += 1)
      giveaways.push(await chain.createGiveaway(`balanced ${index}`));
  });

  /** Leads each request after the first one to a node that lacks the newest block. */
  function balanced(): Rpc {
    let requests = 0;
    const lagging = ({ method, params = [] }: RpcCall, block: string): RpcCall => ({
      method,
      params: params.map((param) => (param === 'latest' ? block : param)),
    });
    const batch = async (calls: readonly RpcCall[]) => {
      requests += 1;
      if (requests === 1) return chain.rpc.batch(calls);
      const block = toHex(Number(await chain.rpc.call('eth_blockNumber')) - 1);
      const responses = await chain.rpc.batch(calls.map((call) => lagging(call, block)));
      return responses.map((response, index) =>
        calls[index]?.method === 'eth_blockNumber' ? block : response,
      );
    };
    return { batch, call: async (method, params = []) => (await batch([{ method, params }]))[0] };
  }

  it('are not refused on the state of a node that lags behind, whichever request it answers', async () => {
    // All but the last one, of a giveaway in the newest block, remove entries that do not exist.
    const [first, ...others] = giveaways.map((giveaway, index) =>
      entryChange(giveaway, 1, 1, { remove: index < GIVEAWAYS - 1 }),
    );
    const signer = chain.signers[0]?.address ?? '';
    const lane = await takeLane(chain, opened.database, signer, first as ChainCall);
    await lane.accept(...others);
    const submitTo = (rpc: Rpc) => submit({ ...lane.context, rpc }, lane.state, tip, () => undefined);
    await expect(submitTo(balanced())).rejects.toThrow(NodeLagging);
    expect(lane.events).toEqual([]);
    await submitTo(chain.rpc);
    expect(lane.events).toEqual(['reserved', 'refused']);
    expect(lane.state.sent.size).toBe(1);
  });
});
