import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  let proxy: NodeProxy;
  let gateway: Gateway;
  beforeAll(async () => {
    chain = await startProviderChain();
    proxy = await openNodeProxy(chain.contracts.url);
    proxy.set('shut');
    gateway = await startGateway(chain.variables(proxy.url));
  }, FOR_A_WHILE);
  afterAll(async () => {
    await gateway.stop();
    await proxy.stop();
    await chain.contracts.stop();
  });

  it('has not answered since the start does not blame the beacon, whose contract is not read yet', async () => {
    const down = { state: 'DOWN', reason: 'RPC_DOWN' };
    expect(await become(gateway, 'BEACON', down)).toMatchObject(down);
    proxy.set('open');
    expect(await become(gateway, 'NODE', { state: 'OK' })).toMatchObject({ state: 'OK' });
    expect(await become(gateway, 'BEACON', { reason: null })).toMatchObject({ reason: null });
  }, 90_000);
});
