import { expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { sendAs, openNodeProxy, startProviderChain } from '../../support/chain/provider-chain.ts';
import { createWebhook } from '../support/api.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(180_000);

/** How far the chain's time may be behind our clock before rounds close without a block. */
const BEHIND_MS = 30_000;
const ENDS_AFTER_MS = 12_000;

const chain = sharedByTests(startProviderChain);
const receiver = sharedByTests(startReceiver);
const nodeProxy = sharedByTests(() => openNodeProxy(chain.contracts.url));
const gateway = sharedByTests(() =>
  startGateway({ ...chain.variables(nodeProxy.url), WEBHOOK_ALLOW_PRIVATE: 'true' }),
);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('announces a round that closes while the node does not answer, with its entries at the close', async () => {
  const { contracts } = chain;
  const { secret, provider } = await chain.enroll(gateway);
  const send = sendAs(gateway, secret);
  const events = ['round.closed'];
  await createWebhook(gateway, gateway.operatorToken, { provider: provider.id, url: receiver.url, events });
  const endTime = Math.ceil((Date.now() + ENDS_AFTER_MS) / 1_000);
  const giveaway = { startTime: endTime - 3_600, endTime, determinationType: 0 };
  for (const giveawayId of ['full', 'empty'])
    expect((await send('create-giveaway', { giveawayId, ...giveaway })).status).toBe(200);

  // The entries are mined before the end, and the gateway does not see the block.
  await contracts.setMining(false);
  const entrant = { entrantWallet: Wallet.createRandom().address, giveawayId: 'full', amount: 3 };
  expect((await send('provision-entrant', entrant, { prefer: 'wait=0' })).status).toBe(202);
  await eventually(
    () => contracts.rpc.call('txpool_status'),
    (pool) => (pool as { readonly pending: string }).pending === '0x1',
  );
  nodeProxy.set('shut');
  await contracts.mine(1, 1);
  expect(await contracts.now()).toBeLessThan(endTime);
  expect(Date.now()).toBeLessThan(endTime * 1_000);
  await sleep(endTime * 1_000 + BEHIND_MS + 4_000 - Date.now());
  expect(receiver.received).toEqual([]);
  nodeProxy.set('open');

  const received = await receiver.until(2, undefined, 60_000);
  const messages = received
    .map(({ message }) => message.data)
    .toSorted((a, b) => a.entriesTotal - b.entriesTotal);
  expect(messages).toMatchObject([
    { giveawayId: 'empty', state: 'VOID', entriesTotal: 0 },
    { giveawayId: 'full', state: 'CLOSED', entriesTotal: 3 },
  ]);
});
