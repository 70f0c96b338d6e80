import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAnvil, type Anvil } from '../../chain/indexer/anvil.ts';
import {
  openNodeProxy,
  startProviderChain,
  type NodeProxy,
  type ProviderChain,
} from '../../support/chain/provider-chain.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { become } from '../clock/status.ts';

const FOR_A_WHILE = 240_000;

describe('The status of a service whose node', () => {
  let chain: ProviderChain;
  let other: Anvil;
  let proxy: NodeProxy;
  let gateway: Gateway;
  beforeAll(async () => {
    [chain, other] = await Promise.all([startProviderChain(), startAnvil(['--chain-id', '777'])]);
    proxy = await openNodeProxy(chain.contracts.url);
    proxy.set('shut');
    gateway = await startGateway(chain.variables(proxy.url));
  }, FOR_A_WHILE);
  afterAll(async () => {
    await gateway.stop();
    await proxy.stop();
    await Promise.all([chain.contracts.stop(), other.stop()]);
  });

  it('has not answered since the start does not blame the beacon, whose contract is not read yet', async () => {
    const down = { state: 'DOWN', reason: 'RPC_DOWN' };
    expect(await become(gateway, 'BEACON', down)).toMatchObject(down);
    proxy.set('open');
    expect(await become(gateway, 'NODE', { state: 'OK' })).toMatchObject({ state: 'OK' });
    expect(await become(gateway, 'BEACON', { reason: null })).toMatchObject({ reason: null });
  });

  it.each(['while the service works', 'since the start'])(
    'was of another chain %s says so until that node does not answer',
    async (when) => {
      proxy.set('open');
      proxy.lead(other.url);
      if (when === 'since the start') await gateway.restart();
      const otherChain = { state: 'DOWN', reason: 'OTHER_CHAIN' };
      expect(await become(gateway, 'NODE', otherChain)).toMatchObject(otherChain);
      expect(await become(gateway, 'READ_MODEL', { reason: 'OTHER_CHAIN' })).toMatchObject({
        reason: 'OTHER_CHAIN',
      });
      proxy.set('shut');
      const silent = { state: 'DOWN', reason: null };
      expect(await become(gateway, 'NODE', silent)).toMatchObject(silent);
      expect(await become(gateway, 'READ_MODEL', { reason: null })).toMatchObject({ reason: null });
      expect(await gateway.metrics()).toMatch(/^giveaways_node_of_another_chain 0$/m);
    },
  );
});
