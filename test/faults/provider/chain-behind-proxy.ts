import { afterAll, beforeAll } from '@jest/globals';
import { Wallet } from 'ethers';
import {
  hubStateOf,
  openNodeProxy,
  startProviderChain,
  type NodeProxy,
  type HubState,
  type ProviderChain,
} from '../../support/chain/provider-chain.ts';

export const TIMEOUT_MS = 180_000;
export const PAST_TIME = 1_700_000_000;
export const OWNER_OF = '6352211e';
export const newWallet = () => Wallet.createRandom().address;
export const withKey = (key: string, wait = 20) => ({ 'idempotency-key': key, prefer: `wait=${wait}` });

export let chain: ProviderChain;
export let nodeProxy: NodeProxy;
export let hubState: HubState;

/** Starts a chain and a proxy of its node for a suite, and stops them. */
export function useChainBehindProxy(): void {
  beforeAll(async () => {
    chain = await startProviderChain();
    nodeProxy = await openNodeProxy(chain.contracts.url);
    hubState = hubStateOf(chain.contracts.rpc, chain.contracts.deployment.hub);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await nodeProxy.stop();
    await chain.contracts.stop();
  });
}
