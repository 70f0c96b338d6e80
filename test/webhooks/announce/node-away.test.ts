import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import {
  sendAs,
  openNodeProxy,
  startProviderChain,
  type NodeProxy,
  type ProviderChain,
} from '../../support/chain/provider-chain.ts';
import { createWebhook } from '../support/api.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

/** Behind our clock, what of the chain's time can be over without a block. */
const BEHIND_MS = 30_000;
const ENDS_AFTER_MS = 12_000;
const FOR_A_WHILE = 180_000;

let chain: ProviderChain;
let door: NodeProxy;
let gateway: Gateway;
let receiver: Receiver;
beforeAll(async () => {
  [chain, receiver] = await Promise.all([startProviderChain(), startReceiver()]);
  door = await openNodeProxy(chain.contracts.url);
  gateway = await startGateway({ ...chain.variables(door.url), WEBHOOK_ALLOW_PRIVATE: 'true' });
}, FOR_A_WHILE);
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
  await door.stop();
  await chain.contracts.stop();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it(
  'a round that closes while the node is away is told of with the entries that it closed with',
  async () => {
    const { contracts } = chain;
    const { secret, provider } = await chain.enroll(gateway);
    const ask = sendAs(gateway, secret);
    const events = ['round.closed'];
    await createWebhook(gateway, gateway.operatorToken, { provider: provider.id, url: receiver.url, events });
    const endTime = Math.ceil((Date.now() + ENDS_AFTER_MS) / 1_000);
    const giveaway = { startTime: endTime - 3_600, endTime, determinationType: 0 };
    for (const giveawayId of ['full', 'empty'])
      expect((await ask('create-giveaway', { giveawayId, ...giveaway })).status).toBe(200);

    // The entries are mined before the end, and nobody sees the block.
    await contracts.setMining(false);
    const entrant = { entrantWallet: Wallet.createRandom().address, giveawayId: 'full', amount: 3 };
    expect((await ask('provision-entrant', entrant, { prefer: 'wait=0' })).status).toBe(202);
    await eventually(
      () => contracts.rpc.call('txpool_status'),
      (pool) => (pool as { readonly pending: string }).pending === '0x1',
    );
    door.set('shut');
    await contracts.mine(1, 1);
    expect(await contracts.now()).toBeLessThan(endTime);
    await sleep(endTime * 1_000 + BEHIND_MS + 4_000 - Date.now());
    expect(receiver.received).toEqual([]);
    door.set('open');

    const received = await receiver.until(2, undefined, 60_000);
    const told = received
      .map(({ message }) => message.data)
      .toSorted((a, b) => a.entriesTotal - b.entriesTotal);
    expect(told).toMatchObject([
      { giveawayId: 'empty', state: 'VOID', entriesTotal: 0 },
      { giveawayId: 'full', state: 'CLOSED', entriesTotal: 3 },
    ]);
  },
  FOR_A_WHILE,
);
